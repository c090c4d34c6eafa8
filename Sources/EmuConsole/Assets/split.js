// A list, and beside it what is chosen from it: the list stays while another row is chosen.

import { latest } from "./api.js";
import { button, fill, h } from "./dom.js";
import { restoreFocus, savedFocus } from "./focus.js";
import { link } from "./router.js";

/** Opens the row beside the chosen one; returns false without a chosen row. */
export function walk(step) {
  const rows = [...document.querySelectorAll("#content .open .list tr[data-id]")];
  const index = rows.findIndex((row) => row.hasAttribute("aria-current"));
  if (index < 0) return false;
  const next = rows[index + step]?.querySelector("a");
  next?.click();
  next?.focus({ preventScroll: true });
  next?.closest("tr").scrollIntoView({ block: "nearest" });
  return true;
}

/**
 * Adds a list and a pane to a view, and returns the list with `open(id)`, `refresh()` for the chosen item, and
 * `update(part, content)` for the list or a part of it, which keeps the focus in its row.
 *
 * @param top what stands above the list.
 * @param name the name of the pane.
 * @param back the label and the filters of the link to the list alone.
 * @param draw returns the content of an item.
 */
export function split(view, { top, name, back, draw }) {
  const { screen, project, tenant } = view.place;
  const list = h("div", { class: "list" });
  const pane = h("section", { class: "pane", "aria-label": name, hidden: true });
  const newest = latest();
  let item;
  function mark() {
    for (const row of list.querySelectorAll("tr[data-id]")) {
      if (row.dataset.id === item) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }
  function update(part, ...content) {
    const focused = part.contains(document.activeElement) && document.activeElement;
    const id = focused && focused.closest("tr")?.dataset.id;
    fill(part, content);
    mark();
    const row = id && [...part.querySelectorAll("tr[data-id]")].find((one) => one.dataset.id === id);
    if (row) row.querySelector(focused.tagName)?.focus({ preventScroll: true });
  }
  function bar() {
    const { label, values } = back();
    return h("nav", { class: "bar actions small", "aria-label": "Rows beside" }, link(label, screen, undefined, values),
      button("Previous", () => walk(-1), { class: "push" }), button("Next", () => walk(1)));
  }
  async function show({ isSame = false } = {}) {
    const content = await newest(draw(item));
    if (content === undefined) return;
    const focus = isSame && savedFocus(pane);
    const { scrollTop } = pane;
    fill(pane, bar(), content);
    pane.scrollTop = isSame ? scrollTop : 0;
    if (focus) restoreFocus(pane, focus);
  }
  async function open(id) {
    item = id;
    pane.hidden = !id;
    view.content.classList.toggle("open", Boolean(id));
    mark();
    if (id) await show();
    else {
      newest(undefined);
      fill(pane);
      view.name(view.title);
    }
  }
  view.move = (place) => {
    if (place.screen !== screen || place.project !== project || place.tenant !== tenant || !view.isAt(place)) return false;
    open(place.item);
    return true;
  };
  list.addEventListener("click", (event) => {
    if (event.target.closest("a, button, input") || String(getSelection())) return;
    event.target.closest("tr[data-id]")?.querySelector("a").click();
  });
  view.add(h("div", { class: "top" }, top), list, pane);
  return { list, open, update, refresh: () => show({ isSame: true }) };
}
