// The hint panel: in place of the rail where the table is wide, else a sheet from below. All that
// it says comes from Python; what is known here is which step of a narrow panel is open.

const SIGNS = { certain: "check", exact: "equal", sampled: "about", rule: "dots" };

const badgeHtml = (basis, bare = false) =>
  basis ? `<span class="basis ${bare ? "only-sign" : ""}" data-basis="${basis.name}">${icon(SIGNS[basis.name])}<span class="${bare ? "spoken" : ""}">${escape(basis.word)}</span></span>` : "";

const saidHtml = ({ basis, text }) => `<li>${badgeHtml(basis)}<span>${escape(text)}</span></li>`;

function stepsHtml({ steps, level }, open) {
  const items = steps.map(({ n, name, reached, said }) => {
    const look = n === level ? "now" : reached ? "reached" : "";
    const current = n === level ? ' aria-current="step"' : "";
    const text = said.map((one) => `<span class="said-line">${badgeHtml(one.basis, true)} ${escape(one.text)}</span>`).join("");
    const long = `<span class="long">${text || `<b>${escape(name)}</b>`}</span>`;
    const short = reached && said.length
      ? `<button type="button" class="short" data-act="step-${n}" aria-expanded="${n === open}">${escape(name)}</button>`
      : `<span class="short">${escape(name)}</span>`;
    return `<li class="${look} ${n === open ? "open" : ""}" data-n="${n}"${current}>${long}${short}</li>`;
  });
  return `<ol class="steps">${items.join("")}</ol>`;
}

/** The sentences of the step that is open on a narrow panel. */
function openHtml({ steps }, open) {
  const said = steps[open - 1]?.said ?? [];
  return said.length ? `<ul class="reasons short">${said.map(saidHtml).join("")}</ul>` : "";
}

function chanceHtml({ chance, sure }) {
  if (sure) return `<div class="chance"><span class="v"><b>${escape(sure.text)}</b> ${badgeHtml(sure.basis)}</span></div>`;
  if (!chance) return "";
  const { mid, low, high } = chance;
  return `<div class="chance"><span class="v num"><b>${mid}</b>%<small>${low}–${high}</small></span><span class="interval" style="--mid:${mid};--lo:${low};--hi:${high}"><i></i></span></div>`;
}

function candidatesHtml({ heads, rows }, tie) {
  const head = heads.map(({ text, basis }, i) => `<th scope="col" class="${i > 1 ? "c" : ""}">${escape(text)} ${badgeHtml(basis, true)}</th>`);
  const lines = rows.map((row) => {
    const same = row.tie ? `<div class="tie">${icon("equal")}${escape(tie)}</div>` : "";
    const rest = row.points
      ? `<td class="c num"><b>${escape(row.points.text)}</b> <small>${escape(row.points.note)}</small></td>`
      : `<td class="c num"><b>${escape(row.left)}</b></td><td class="c num"><b>${escape(row.beaten.text)}</b>${badgeHtml(row.beaten.basis, true)}</td>`;
    return `<tr><th scope="row"><div class="name num">${escape(row.name)}</div>${same}</th><td>${chanceHtml(row)}</td>${rest}</tr>`;
  });
  return `<table class="cands"><thead><tr>${head.join("")}</tr></thead><tbody>${lines.join("")}</tbody></table>`;
}

function splitsHtml(splits, jokers) {
  const parts = splits.map(
    ({ title, basis, groups }) => `<div class="split"><p class="muted">${escape(title)} ${badgeHtml(basis, true)}</p>${groupsHtml(groups, jokers)}</div>`,
  );
  return parts.length ? `<div class="splits">${parts.join("")}</div>` : "";
}

function busyHtml(busy) {
  if (!busy) return "";
  const { text, share } = busy;
  return `<div class="work"><span>${escape(text)}${share ? ` <span class="num">${share}%</span>` : ""}</span><span class="track" aria-hidden="true"><i style="width:${Math.max(share, 4)}%"></i></span></div>`;
}

function playsHtml(plays, jokers, tie) {
  const items = plays.map((play) => {
    const drawn = play.body.length ? playHtml(play, jokers) : `<b class="name">${escape(play.name)}</b>`;
    const same = play.tie ? `<span class="tie">${icon("equal")}${escape(tie)}</span>` : "";
    return `<li>${drawn}<span class="kind">${escape(play.kind)}</span>${same}</li>`;
  });
  return plays.length ? `<ul class="groups best">${items.join("")}</ul>` : "";
}

function whyHtml({ why, tie, busy }, jokers) {
  if (!why) return "";
  return `<section class="why-panel"><h3>${escape(why.title)}</h3>${busy ? "" : busyHtml(why.busy)}${why.said.length ? `<ul class="reasons">${why.said.map(saidHtml).join("")}</ul>` : ""}${why.table ? candidatesHtml(why.table, tie) : ""}${splitsHtml(why.splits, jokers)}</section>`;
}

function hintHtml(hint, { jokers, text, open, choice, key }) {
  const { busy, failed, plays, table, reasons, splits, foot, more, why } = hint;
  const retry = failed ? `<p class="failed">${escape(failed)} <button type="button" class="linkish" data-act="hint-again">${escape(hint.retry)}</button></p>` : "";
  const note = foot ? `<p class="foot-note">${escape(foot)} <button type="button" class="linkish" data-act="hint-again">${escape(hint.again)}</button></p>` : "";
  const ask = choice && why?.key !== key ? buttonHtml({ id: "hint-why", label: text.why.label.replace("{play}", choice), note: text.why.note }) : "";
  const next = more ? buttonHtml({ id: "hint-more", label: more.label, note: more.note }) : "";
  return `<div class="hint"><div class="hint-top"><h2>${escape(hint.title)}</h2><span class="muted num">${escape(hint.where)}</span><button type="button" class="tool close" data-act="hint-close">${icon("cross")}<span class="spoken">${escape(text.close)}</span></button></div>
    ${stepsHtml(hint, open)}${openHtml(hint, open)}${busyHtml(busy)}${retry}${whyHtml(hint, jokers)}${table ? "" : playsHtml(plays, jokers, hint.tie)}${table ? candidatesHtml(table, hint.tie) : ""}${reasons.length ? `<ul class="reasons">${reasons.map(saidHtml).join("")}</ul>` : ""}${splitsHtml(splits, jokers)}${note}
    ${next || ask ? `<div class="hint-acts">${ask}${next}</div>` : ""}</div>`;
}

// ---- the tutor, and what is said of decisions ----

/** Sentences in a row, each behind the sign of what it rests on. */
const sentencesHtml = (said) => said.map(({ text, basis }) => `${badgeHtml(basis)} ${escape(text)}`).join(" ");

const tutorHtml = ({ said }) =>
  `<span class="stop"><span class="sign">${icon("hint")}</span><span>${sentencesHtml(said)}</span></span>`;

/** Each size of loss has a shape of its own. */
const LOOKS = { hard: "check", fine: "equal", slight: "dash", inaccuracy: "triangle", mistake: "diamond", blunder: "cross" };

const feedbackSign = ({ rows }) => rows.map(({ figure }) => figure).filter(Boolean).at(-1) ?? "";

function feedbackRows(feedback) {
  if (!feedback) return "";
  const rows = feedback.rows.map(({ look, grade, play, figure, said }) => {
    return `<li data-look="${look}"><span class="look" title="${escape(grade)}">${icon(LOOKS[look])}<span class="spoken">${escape(grade)}</span></span><span><b class="num">${escape(play)}</b>${figure ? ` <b class="num figure">${escape(figure)}</b>` : ""} ${sentencesHtml(said)}</span></li>`;
  });
  const waiting = feedback.waiting ? `<p class="muted waiting" role="status">${escape(feedback.waiting)}</p>` : "";
  return `${rows.length ? `<ul class="decisions">${rows.join("")}</ul>` : ""}${waiting}`;
}

const feedbackHtml = (feedback, title) =>
  feedback ? `<section class="panel decided"><h3>${escape(title)}</h3>${feedbackRows(feedback)}</section>` : "";

/** Where the panel is drawn, what of it is open, and what of it was read out. */
class HintPanel {
  constructor({ table, rail, sheet, foot }) {
    Object.assign(this, { table, rail, sheet, foot });
    this.asked = "";
    this.open = 1;
    this.told = "";
  }

  /** Draw *hint*, or nothing; its HTML for the rail, empty when there is none. */
  draw(hint, context) {
    this.table.classList.toggle("hinting", Boolean(hint));
    this.sheet.hidden = !hint;
    if (!hint) {
      this.asked = this.told = "";
      this.foot.inert = false;
      patch(this.sheet, "");
      return "";
    }
    const asked = `${hint.at} ${hint.level}`;
    if (asked !== this.asked) Object.assign(this, { asked, open: hint.level });
    const html = hintHtml(hint, { ...context, open: this.open });
    this.sheet.setAttribute("aria-label", hint.title);
    patch(this.sheet, html);
    this.place();
    return `<section class="panel" role="region" aria-label="${escape(hint.title)}">${html}</section>`;
  }

  /** Let the sheet of a narrow table begin below the play to beat. */
  place() {
    this.foot.inert = this.sheet.offsetParent !== null;
    if (!this.foot.inert) return;
    const above = this.table.querySelector(".to-beat") ?? this.table.querySelector(".seat-right");
    const top = above.getBoundingClientRect().bottom - this.table.getBoundingClientRect().top;
    this.sheet.style.setProperty("--above", `${Math.round(top) + 8}px`);
  }

  /** What is new to be read out: the sentences of the present step. */
  news(hint) {
    if (!hint) return "";
    const said = hint.level === 4 ? hint.reasons : hint.steps[hint.level - 1].said;
    const text = [...(hint.why?.said ?? []), ...said].map((one) => one.text).join(" ");
    if (text === this.told) return "";
    this.told = text;
    return text;
  }

  /** Open another step of a narrow panel. */
  show(step) {
    this.open = step;
  }

  get focused() {
    const at = this.table.getRootNode().activeElement;
    return Boolean(at && (this.sheet.contains(at) || this.rail.contains(at)));
  }
}
