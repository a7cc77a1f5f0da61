// The remaining cards: all ranks, one line of jokers and twos, a quiz, or nothing.

/** How the panel looks under the settings: `full`, `line`, `quiz` or `off`. */
function counterLook({ counter, fold }) {
  if (counter === "full") return fold === "folded" ? "line" : "full";
  return counter === "high" ? "line" : counter;
}

function restHeadHtml(panel, settings, text) {
  const look = counterLook(settings);
  const total = look === "off" || look === "quiz" ? "" : panel.total;
  return `<h3>${escape(panel.title)}</h3><span class="num">${escape(total)}</span>${settings.counter === "full" ? foldHtml(settings, text) : ""}`;
}

function foldHtml({ fold }, text) {
  const folded = fold === "folded";
  return `<button type="button" class="bare fold" data-act="fold-rest" aria-expanded="${!folded}">${escape(text.fold[fold])}${icon(folded ? "unfold" : "fold")}</button>`;
}

function restBodyHtml(panel, settings, text, jokers, quiz) {
  const look = counterLook(settings);
  if (look === "off") return `<p class="rest-off muted">${escape(text.counter_off)}</p>`;
  if (look === "quiz") return quizHtml(panel, text, jokers, quiz);
  if (look === "line") return lineHtml(panel, jokers);
  return `<ol>${panel.ranks.map((rank) => columnHtml(rank, panel, jokers)).join("")}</ol>${boundsHtml(panel)}`;
}

function rankLabel(card, jokers) {
  const { rank, suit, name } = face(card, jokers);
  return card in jokers ? `<i data-suit="${suit}"></i><span class="spoken">${escape(name)}</span>` : rank;
}

function columnHtml([card, number, most], { bars }, jokers) {
  const each = Math.ceil(most / bars);
  const dots = Array.from({ length: Math.ceil(most / each) }, (_, k) => `<i class="${k * each < number ? "on" : ""}"></i>`);
  return `<li data-n="${number}" class="${most > 1 && number === most ? "all" : ""}"><span class="r">${rankLabel(card, jokers)}</span><span class="n num">${number}</span><span class="dots">${dots.join("")}</span></li>`;
}

/** Jokers and twos only. */
function lineHtml({ ranks, high }, jokers) {
  const shown = ranks.filter(([card]) => high.includes(card));
  const items = shown.map(([card, number, most]) => `<li data-n="${number}"><span class="r">${rankLabel(card, jokers)}</span><span class="n num">${number}</span><span class="muted num">/ ${most}</span></li>`);
  return `<ol class="line-only">${items.join("")}</ol>`;
}

/** Bombs and the rocket that can still be out, counted: certain. */
function boundsHtml({ bounds, certain }) {
  return `<p class="bounds">${bounds.map((line) => `<span>${escape(line)}</span>`).join("")}<span class="basis certain">${icon("check")}${escape(certain)}</span></p>`;
}

function quizHtml({ quiz }, text, jokers, { which, answer }) {
  const { question, number, most, truth } = quiz[which % quiz.length];
  if (answer === null) {
    const answers = Array.from({ length: most + 1 }, (_, n) => `<button type="button" class="btn" data-act="answer-${n}">${n}</button>`);
    return `<div class="quiz"><p>${escape(question)}</p><div class="answers num">${answers.join("")}</div></div>`;
  }
  const right = answer === number;
  return `<div class="quiz" data-verdict="${right ? "ok" : "no"}"><p class="told"><span class="sign">${icon(right ? "check" : "cross")}</span><span><b>${escape(right ? text.quiz_right : text.quiz_wrong)}</b> ${escape(truth)}</span></p><button type="button" class="btn" data-act="ask-more">${escape(text.quiz_more)}</button></div>`;
}
