// The small tools beside the hand, and the sheet that tells or sets something.

function toolsHtml({ text, settings, canUndo, canGoOn, mine, hint }) {
  const other = settings.sort === "plays" ? "rank" : "plays";
  const tools = [
    ["hint-toggle", "hint", text.hint, !hint.can],
    ["undo", "undo", text.undo, !canUndo],
    ["next", "next", text.next, !canGoOn],
    ["sort", other === "plays" ? "plays" : "ranks", text.sort[other], false],
    ["more", "more", text.more, false],
  ];
  if (!hint.shown) tools.shift();
  return tools
    .map(
      ([act, sign, label, off]) =>
        `<button type="button" class="tool ${mine ? "" : "idle"}" data-act="${act}" title="${escape(label)}" aria-disabled="${off}"${act === "hint-toggle" ? ` aria-expanded="${hint.open}"` : ""}>${icon(sign)}<span class="spoken">${escape(label)}</span></button>`,
    )
    .join("");
}

/** What the sheet shows, by what was tapped. */
function sheetHtml(which, { text, sheet, roles, points }, settings) {
  const parts = {
    more: () => [sheet.title, settingsHtml(sheet, settings) + keysHtml(sheet)],
    roles: () => [roles.title, rolesHtml(roles)],
    points: () => [points.title, logRows(points)],
  };
  const [title, html] = parts[which]();
  return `<div class="sheet-head"><h2>${escape(title)}</h2><button type="button" class="tool" data-act="close">${icon("cross")}<span class="spoken">${escape(text.close)}</span></button></div><div class="sheet-body">${html}</div>`;
}

function settingsHtml({ rows }, settings) {
  const groups = rows.map(({ name, label, choices }) => {
    const options = choices.map(([value, word]) => {
      const on = settings[name] === value;
      return `<label class="choice"><input type="radio" name="${name}" value="${value}" ${on ? "checked" : ""}><span>${escape(word)}</span></label>`;
    });
    return `<fieldset class="setting"><legend>${escape(label)}</legend><div class="choices">${options.join("")}</div></fieldset>`;
  });
  return groups.join("");
}

function keysHtml({ keys_title, keys }) {
  const rows = keys.map(([key, does]) => `<div><dt>${escape(key)}</dt><dd>${escape(does)}</dd></div>`);
  return `<section class="keys"><h3>${escape(keys_title)}</h3><dl>${rows.join("")}</dl></section>`;
}

function rolesHtml({ rows, note }) {
  const items = rows.map(
    ({ role, who, level, place, does, here }) =>
      `<li class="${here ? "here" : ""}"><div class="who">${roleHtml(role)}<span class="muted">${escape(who)}${level ? ` · ${escape(level)}` : ""}</span></div>${place ? `<b>${escape(place)}</b>` : ""}<p>${escape(does)}</p></li>`,
  );
  return `<ul class="roles">${items.join("")}</ul>${note ? `<p class="muted">${escape(note)}</p>` : ""}`;
}

/** A sheet over the table: opened by a tap, closed by its button, by Escape or beside it. */
class Sheet {
  constructor(dialog, { signal, onSet }) {
    this.dialog = dialog;
    this.which = null;
    dialog.addEventListener("close", () => (this.which = null), { signal });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    }, { signal });
    dialog.addEventListener("change", ({ target }) => onSet(target.name, target.value), { signal });
  }

  open(which, data, settings) {
    this.which = which;
    this.draw(data, settings);
    if (!this.dialog.open) this.dialog.showModal();
  }

  close() {
    this.dialog.close();
  }

  /** Draw anew what stands open: the language or what it tells may have changed. */
  draw(data, settings) {
    if (!this.which) return;
    const focused = this.dialog.getRootNode().activeElement;
    const chosen = focused?.type === "radio" ? focused : null;
    patch(this.dialog, sheetHtml(this.which, data, settings));
    if (!chosen || chosen.isConnected) return;
    this.dialog.querySelector(`[name="${chosen.name}"][value="${chosen.value}"]`)?.focus();
  }
}

/** Put *text* on the clipboard. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // No clipboard outside a secure page: select a hidden field and copy from it.
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
