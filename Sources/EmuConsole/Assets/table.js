// Tables that a phone shows as cards.

import { h } from "./dom.js";

/** Creates a table; columns are names, rows are lists of cells. */
export function table(caption, columns, rows) {
  return h("div", { class: "scroll" }, h("table", null,
    h("caption", null, caption),
    h("thead", null, h("tr", null, columns.map((name) => h("th", { scope: "col", "data-label": name }, name)))),
    h("tbody", null, rows.map((cells) => rowOf(columns, cells)))));
}

function rowOf(columns, cells) {
  const { attributes, list } = Array.isArray(cells) ? { list: cells } : cells;
  return h("tr", attributes, list.map((cell, index) =>
    h(index ? "td" : "th", { "data-label": columns[index], scope: index ? null : "row" },
      h("div", null, cell))));
}
