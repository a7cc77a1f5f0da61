// Small drawn parts: icons, cards, plays, roles, the tally sign. Each function gives HTML text.

const PATHS = {
  roof: '<path d="M3 11.5 12 4l9 7.5M6 10v10h12V10M10.5 20v-5h3v5"/>',
  sprout: '<path d="M12 21v-9M12 12c0-4-2.5-6.5-8-6.5C4 10 7 12 12 12ZM12 10c0-4 2.5-6.5 8-6.5C20 8 17 10 12 10Z"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  cross: '<path d="M6 6l12 12M18 6 6 18"/>',
  copy: '<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2"/>',
  equal: '<path d="M5 9h14M5 15h14"/>',
  about: '<path d="M4 9c3-3 5-3 8 0s5 3 8 0M4 16c3-3 5-3 8 0s5 3 8 0"/>',
  dots: '<path d="M4.500 12h1M11.500 12h1M18.500 12h1"/>',
  triangle: '<path d="M12 5 20 19H4Z"/>',
  diamond: '<path d="M12 3.500 20.500 12 12 20.500 3.500 12Z"/>',
  dash: '<path d="M6 12h12"/>',
  hint: '<path d="M9 18h6M10 21.500h4M8.500 15C6.500 13.500 5.500 11.500 5.500 9a6.500 6.500 0 0 1 13 0c0 2.500-1 4.500-3 6Z"/>',
  undo: '<path d="M8 5 3.5 9.5 8 14M4 9.500h10a6 6 0 0 1 0 12h-3"/>',
  next: '<rect x="3" y="4" width="10" height="16" rx="2"/><path d="M16.500 8l4 4-4 4"/>',
  ranks: '<path d="M4 6h4M4 12h9M4 18h16"/>',
  plays: '<rect x="3" y="4" width="7" height="7" rx="1.500"/><rect x="14" y="4" width="7" height="7" rx="1.500"/><rect x="3" y="14" width="7" height="7" rx="1.500"/><path d="M14 17.500h7"/>',
  more: '<path d="M4 7h8M18 7h2M4 17h2M12 17h8"/><circle cx="15" cy="7" r="2.600"/><circle cx="9" cy="17" r="2.600"/>',
  fold: '<path d="m6 15 6-6 6 6"/>',
  unfold: '<path d="m6 9 6 6 6-6"/>',
};
const ROLE_ICONS = { landlord: "roof", peasant: "sprout" };
const STROKES = ["M2 3h16", "M10 3v14", "M10 10h6", "M5 9.5V17", "M1 17h18"];

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text) => String(text).replace(/[&<>"]/g, (letter) => ENTITIES[letter]);

const icon = (name) =>
  name ? `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${PATHS[name]}</svg>` : "";

/** The tally sign: five strokes, five plays; strokes not yet reached are faint. */
function tally(number) {
  const signs = Array.from({ length: Math.ceil(number / 5) }, (_, sign) => {
    const strokes = STROKES.map(
      (path, k) => `<path d="${path}"${sign * 5 + k < number ? "" : ' class="off"'}/>`,
    );
    return `<svg viewBox="0 0 20 20">${strokes.join("")}</svg>`;
  });
  return `<span class="tally" aria-hidden="true">${signs.join("")}</span>`;
}

/** How a card is drawn and named: `{ rank, suit, name }`; jokers take their words from the data. */
function face(card, jokers) {
  const joker = jokers[card[0]];
  if (joker) return { rank: joker[0], suit: card[0] === "B" ? "small" : "big", name: joker[1] };
  const rank = card[0] === "T" ? "10" : card[0];
  return { rank, suit: card[1], name: rank };
}

/** One card; the drawn face is CSS, the accessible name is hidden text. */
function cardHtml(card, jokers, { tag = "span", cls = "" } = {}) {
  const { rank, suit, name } = face(card, jokers);
  return `<${tag} class="card ${cls}" data-card="${escape(card)}" data-rank="${escape(rank)}" data-suit="${suit}"><i class="corner"></i><i class="pip"></i><span class="spoken">${escape(name)}</span></${tag}>`;
}

const backHtml = (tag = "span") => `<${tag} class="card back"><i class="pip"></i></${tag}>`;

/** A play laid out: the body, a gap, the kickers. */
function playHtml({ body, kickers }, jokers, cls = "") {
  const cards = [
    ...body.map((card) => cardHtml(card, jokers)),
    ...kickers.map((card, i) => cardHtml(card, jokers, { cls: i ? "" : "kicker-first" })),
  ];
  return `<span class="play ${cls}" style="--cards:${cards.length}">${cards.join("")}</span>`;
}

const MANY_CARDS = 17; // from here on a phone draws the groups smaller
const MANY_GROUPS = 7;

function groupsHtml(groups, jokers) {
  const cards = groups.reduce((sum, { body, kickers }) => sum + body.length + kickers.length, 0);
  const many = groups.length > MANY_GROUPS || cards > MANY_CARDS ? "many" : "";
  const items = groups.map(
    (group) => `<li>${playHtml(group, jokers)}<span class="kind">${escape(group.kind)}</span></li>`,
  );
  return `<ul class="groups ${many}">${items.join("")}</ul>`;
}

/** A role's sign; a tap tells what the role is for. */
const roleButton = (role, label) =>
  `<button type="button" class="bare" data-act="roles">${roleHtml(role)}<span class="spoken">${escape(label)}</span></button>`;

const roleHtml = ({ kind, word }) =>
  `<span class="role" data-role="${kind}">${icon(ROLE_ICONS[kind])}${escape(word)}</span>`;

const basisHtml = (word) => `<span class="basis">${icon("equal")}${escape(word)}</span>`;

/** Whether the deal is saved. */
const keptHtml = (kept) =>
  kept ? `<span class="kept ${kept.ok ? "" : "not"}">${icon(kept.ok ? "check" : "cross")}<span>${escape(kept.word)}</span></span>` : "";

/** The rules of this deal over its code; a tap copies the code. */
const chipHtml = (code) =>
  `<button type="button" class="chip" data-act="copy"><span class="chip-lines"><span class="rules">${escape(code.rules)}${code.level ? `<span class="only-phone"> · ${escape(code.level)}</span>` : ""}</span>${keptHtml(code.kept)}<span class="code"><span class="muted only-wide">${escape(code.label)}</span> <b class="num only-wide">${escape(code.wide)}</b><b class="num only-phone">${escape(code.short)}</b></span></span>${icon("copy")}<span class="spoken">${escape(code.copy)}</span></button>`;

const buttonHtml = ({ id, label, note, off, primary }) =>
  `<button type="button" class="btn ${primary ? "primary" : ""}" data-act="${escape(id)}" aria-disabled="${Boolean(off)}"><span>${escape(label)}</span>${note ? `<small>${escape(note)}</small>` : ""}</button>`;

/** Make *node* show *html*, only when it differs, by changing no more than differs: the focus stays
 * and little has to be laid out again. Whether there was anything to change. */
function patch(node, html) {
  if (node.shown === html) return false;
  const control = node.getRootNode().activeElement?.closest("[data-act]");
  const alike = control && node.contains(control) ? controls(node, control.dataset.act) : [];
  const place = alike.indexOf(control);
  node.shown = html;
  const wanted = document.createElement("template");
  wanted.innerHTML = html;
  for (const extra of node.querySelectorAll("[data-extra]")) extra.remove(); // of a motion
  morph(node, wanted.content);
  if (place >= 0 && !control.isConnected) controls(node, control.dataset.act)[place]?.focus({ preventScroll: true });
  return true;
}

const controls = (node, act) => [...node.querySelectorAll(`[data-act="${CSS.escape(act)}"]`)];

/** Give *node* the children of *wanted*; what is alike is kept. */
function morph(node, wanted) {
  const children = [...wanted.childNodes];
  children.forEach((child, i) => {
    const now = node.childNodes[i];
    if (!now) node.append(child);
    else if (now.nodeName !== child.nodeName || now.dataset?.act !== child.dataset?.act) now.replaceWith(child);
    else if (now.nodeType === Node.TEXT_NODE) {
      if (now.data !== child.data) now.data = child.data;
    } else {
      morphAttributes(now, child);
      morph(now, child);
    }
  });
  while (node.childNodes.length > children.length) node.lastChild.remove();
}

function morphAttributes(now, child) {
  for (const { name } of [...now.attributes]) if (!child.hasAttribute(name)) now.removeAttribute(name);
  for (const { name, value } of child.attributes) if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  if (now.nodeName === "INPUT") now.checked = child.checked;
}
