// Tables that a phone shows as cards.

import { add, button, h } from "./dom.js";

/** Creates a table; columns are names, rows are lists of cells. */
export function table(caption, columns, rows) {
  const body = h("tbody");
  const element = h("div", { class: "scroll" }, h("table", null,
    h("caption", null, caption),
    h("thead", null, h("tr", null, columns.map((name) => h("th", { scope: "col", "data-label": name }, name)))), body));
  element.addRows = (more) => add(body, more.map((cells) => rowOf(columns, cells)));
  element.prependRow = (cells) => body.prepend(rowOf(columns, cells));
  element.body = body;
  element.addRows(rows);
  return element;
}

function rowOf(columns, cells) {
  const { attributes, list } = Array.isArray(cells) ? { list: cells } : cells;
  return h("tr", attributes, list.map((cell, index) =>
    h(index ? "td" : "th", { "data-label": columns[index], scope: index ? null : "row" },
      h("div", null, cell))));
}

/** Returns a list that loads page by page: load adds rows, and returns true if there are more. */
export function paged(caption, columns, load, none) {
  const status = h("p", { class: "quiet", "aria-live": "polite" });
  const grid = table(caption, columns, []);
  const more = button("Show more", () => next(), { hidden: true });
  let count = 0;
  async function next() {
    more.disabled = true;
    status.textContent = "Searching…";
    try {
      const hasMore = await load((rows) => {
        grid.addRows(rows);
        count += rows.length;
        grid.hidden = count === 0;
      });
      more.hidden = !hasMore;
      status.textContent = "";
      if (count === 0 && !hasMore && none) status.replaceChildren(none());
    } catch (error) {
      status.textContent = error.message;
    }
    more.disabled = false;
  }
  grid.hidden = true;
  return { element: h("div", null, grid, status, more), next };
}
