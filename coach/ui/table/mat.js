// The mat and the panels beside it, drawn from one frame: what a person sees after one action.

function headHtml({ kitty, score }, code, text, jokers) {
  const cards = kitty.cards
    ? kitty.cards.map((card) => cardHtml(card, jokers, { tag: "li" }))
    : Array.from({ length: kitty.size }, () => backHtml("li"));
  return `${chipHtml(code)}
    <div class="kitty"><span class="only-wide">${escape(text.kitty)}</span><ul aria-label="${escape(text.kitty)}">${cards.join("")}</ul></div>
    <button type="button" class="score bare" data-act="points"><span class="sum num"><small>${escape(text.base)}</small> ${score.base} <small>× ${escape(text.multiplier)}</small> <span class="times">${score.times}</span>${score.sum ? ` <small class="only-wide total">= ${escape(score.sum)}</small>` : ""}</span><span class="why">${escape(score.why)}</span></button>`;
}

function seatHtml({ name, level, role, count, backs, unit, announced }, text) {
  return `<div class="who">${roleButton(role, text.roles)}<span class="muted">${escape(name)}<span class="only-wide"> · ${escape(level)}</span></span></div>
    <div class="stack"><span class="fan" aria-hidden="true">${backHtml().repeat(backs)}</span><span class="count num">${count}<small>${escape(unit)}</small></span>${announcedHtml(announced)}</div>`;
}

const announcedHtml = (word) => (word ? `<span class="announced">${escape(word)}</span>` : "");

function trickHtml({ trick, notes }, jokers) {
  const lines = trick.map((line) => {
    const factor = line.factor ? `<span class="factor num">${escape(line.factor)}</span>` : "";
    const kind = line.play ? ` <b>${escape(line.kind)}</b>${factor}` : "";
    const shown = line.play
      ? playHtml(line.play, jokers)
      : `<span class="said ${line.strong ? "strong" : ""}">${escape(line.said)}${factor}</span>`;
    return `<div class="line ${line.side} ${line.to_beat ? "to-beat" : ""}"><span class="label">${escape(line.name)}${kind}</span>${shown}</div>`;
  });
  return notes.map((note) => `<p class="note">${escape(note)}</p>`).concat(lines).join("");
}

const movesText = ({ now, then }) => (then === null ? now : `${now} → ${then}`);

const TIGHTEST = 6; // steps of table.css from the roomiest to the tightest trick

/** Draw the lines of the trick as large as they fit. */
function fitTrick(trick) {
  const parts = [...trick.children].filter((part) => part.matches(".line, .note"));
  for (let step = 0; step <= TIGHTEST; step++) {
    trick.dataset.fit = step;
    if (!parts.length) return;
    const [first, last] = [parts[0].getBoundingClientRect(), parts.at(-1).getBoundingClientRect()];
    if (last.bottom - first.top <= trick.clientHeight) return;
  }
}

function meHtml({ role, turn, seat, announced }, moves, text) {
  const count = movesText(moves);
  const laid = moves.laid ? `${tally(moves.now)}${moves.proved ? basisHtml(moves.proved) : ""}` : "";
  return `${roleButton(role, text.roles)}<span class="turn">${escape(turn)}</span><span class="muted only-wide place">${escape(seat)}</span><span class="only-wide">${announcedHtml(announced)}</span><span class="moves only-wide"><span>${escape(moves.label)} <b class="num">${count}</b></span>${laid}</span>`;
}

// ---- panels ----

const fewestHeadHtml = ({ label, number, proved }) =>
  `<div class="fewest-head"><h3 class="fig">${escape(label)} <span class="num">${number}</span></h3>${tally(number)}${proved ? basisHtml(proved) : ""}</div>`;

const fewestHtml = (fewest, jokers) =>
  `<section class="panel">${fewestHeadHtml(fewest)}${groupsHtml(fewest.groups, jokers)}</section>`;

const logHtml = (panel) => `<section class="panel"><h3>${escape(panel.title)}</h3>${logRows(panel)}</section>`;

function logRows({ rows, numbered }) {
  const items = rows.map(
    ([number, name, said, right]) =>
      `<li><span class="muted num">${escape(number)}</span><span class="muted">${escape(name)}</span><span class="num">${escape(said)}</span><b class="num ${right.startsWith("×") ? "x" : ""}">${escape(right)}</b></li>`,
  );
  return `<ul class="log ${numbered ? "numbered" : ""}">${items.join("")}</ul>`;
}

// ---- result ----

function pointsHtml(points) {
  const low = Math.min(...points.map(({ value }) => value));
  const high = Math.max(...points.map(({ value }) => value));
  const scale = 100 / (high - low || 1);
  const zero = -low * scale;
  const rows = points.map(({ role, name, value, shown, how }) => {
    const width = Math.abs(value) * scale;
    const left = value > 0 ? zero : zero - width;
    return `<li><span class="who-cell">${roleHtml(role)}${escape(name)}</span><span class="axis" style="--zero:${zero}"><i class="${value > 0 ? "plus" : "minus"}" style="left:${left}%;width:${width}%"></i></span><span class="v num">${escape(shown)}</span>${how ? `<span class="how muted num">${escape(how)}</span>` : ""}</li>`;
  });
  return `<ul class="points">${rows.join("")}</ul>`;
}

function resultHtml(result, code, jokers, text, { unfolded, said }) {
  const tiles = result.factors.map(
    ([number, name], i, all) => `<li class="${i === all.length - 1 ? "total" : ""}"><b class="num">${escape(number)}</b>${escape(name)}</li>`,
  );
  const rows = result.left_over.rows.map(
    ({ name, cards }) => `<div class="row"><span class="who-cell muted">${escape(name)}</span>${playHtml({ body: cards, kickers: [] }, jokers)}</div>`,
  );
  const { mine } = result;
  const start = `<p class="muted start">${escape(mine.start)} ${mine.proved ? basisHtml(mine.proved) : ""}</p>`;
  return `<div class="verdict"><div class="verdict-top">${roleButton(result.role, text.roles)}${chipHtml(code)}</div><h2 tabindex="-1">${escape(result.title)}</h2><p class="muted">${escape(result.how)}</p></div>
    <section class="panel sums"><h3>${escape(result.points_title)}</h3><ul class="chain">${tiles.join("")}</ul>${pointsHtml(result.points)}</section>
    <section class="panel left-over"><div class="fewest-head"><h3>${escape(mine.title)}</h3>${tally(mine.groups.length)}</div>${groupsHtml(mine.groups, jokers)}${start}</section>
    ${said}
    <details class="panel left-over wide" ${unfolded ? "open" : ""}><summary data-act="fold">${escape(result.left_over.title)}${icon("unfold")}</summary><div class="rows">${rows.join("")}</div></details>
    <div class="actions">${result.actions.map(buttonHtml).join("")}</div>`;
}
