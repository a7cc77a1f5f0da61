// What each key does at the table; those of the hand itself are in hand.js.

/** Whether *event* was a key of the *table*, whose action is done. */
function answerKey(table, event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const onCard = table.hand.hasFocus;
  const onControl = !onCard && event.target.closest?.("button, summary, input");
  if (table.busy && ["Enter", " ", "Escape"].includes(key) && !onControl) return table.skip(), true;
  if (onCard && table.hand.key(event)) return true;
  const said = table.data.actions.find(({ id }) => id === key);
  const keys = {
    Enter: () => (onCard ? table.act("play") : null),
    Escape: () => (table.hint ? table.askHint("close") : table.hand.clear()),
    h: () => table.act("hint-toggle"),
    p: () => table.act("pass"),
    n: () => table.goOn(event.shiftKey ? -1 : 1),
    u: () => table.playing && table.hand.undo(),
    s: () => table.act("sort"),
    "?": () => table.act("more"),
  };
  if (key in STEPS && !onControl && !table.frame.over) table.hand.focus();
  else if (key === "Enter" && !onCard) return false;
  else if (said && !table.busy) table.act(said.id);
  else if (key in keys && !table.frame.over) keys[key]();
  else return false;
  return true;
}
