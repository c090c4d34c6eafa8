// The users of a project or tenant: search, filters and pages come from the store.

import { control, scope } from "./api.js";
import { bulkBar } from "./bulk.js";
import { button, count, cut, empty, fill, h } from "./dom.js";
import { field, filterBar } from "./form.js";
import { changesUsers, listen } from "./live.js";
import { keep } from "./place.js";
import { link } from "./router.js";
import { table } from "./table.js";
import { drawUser } from "./user.js";
import { COLUMNS, columnBox, hiddenColumns, nameOf } from "./usercolumns.js";
import { filterForm, isFiltered, readUsers } from "./userfilter.js";
import { createUser } from "./userforms.js";

export const title = "Users";

const PAGE = 50;
/** The most users that the page sorts. */
const MOST_SORTED = 2000;

export function isChangedBy(request, { item, project }) {
  return Boolean(item) && changesUsers(request, project) && (!request.user?.localId || request.user.localId === item);
}

/** Returns loaded users in the order of a column; the store has no index by which it could sort. */
function sorted(users, order) {
  const [isDown, name] = [order?.startsWith("-"), order?.replace("-", "")];
  const column = COLUMNS.find(([other]) => other === name);
  if (!column) return users;
  const value = column[2];
  const compare = (left, right) => (typeof left === "number" ? left - right : left.localeCompare(right));
  return [...users].sort((left, right) => (isDown ? -1 : 1) * compare(value(left), value(right)));
}

/** Returns the placeholder of an empty list. */
function none(values, place) {
  if (values.q) return empty(`No user has “${values.q}” in uid, address, number or name.`);
  if (isFiltered({ ...values, order: "" })) return empty("No user passes these filters.");
  return empty(`${place.tenant || place.project} has no users yet. They appear with the first sign-up of your app.`,
    link("Load a seed", "data"));
}

export async function draw(view) {
  if (view.place.item) return drawUser(view, view.place.item);
  const { place } = view;
  const values = { q: place.search, ...place.filters };
  if (!COLUMNS.some(([name]) => [name, `-${name}`].includes(values.sort))) delete values.sort;
  const hidden = hiddenColumns();
  const selected = new Set();
  const status = h("p", { class: "quiet", "aria-live": "polite" });
  const total = h("p", { class: "quiet" });
  const changed = h("p", { class: "news", "aria-live": "polite" });
  const list = h("div");
  const bulk = bulkBar(place, selected, () => users, () => {
    selected.clear();
    return load();
  });
  const more = button("Show more", () => load({ isMore: true }), { hidden: true });
  let users = [];
  let next;
  let current = 0;

  function heading(name) {
    return button(name, async () => {
      values.sort = values.sort === name ? `-${name}` : name;
      keep(values);
      if (next && users.length < MOST_SORTED) await load();
      else show();
      [...list.querySelectorAll("th button")].find(({ textContent }) => textContent.startsWith(name))?.focus();
    }, { class: "sort" });
  }
  function row(user, shown) {
    const box = h("input", { type: "checkbox", checked: selected.has(user.localId),
      "aria-label": `Select ${nameOf(user)}`, onchange: (event) => {
        selected[event.target.checked ? "add" : "delete"](user.localId);
        bulk.show();
      } });
    return [
      h("span", { class: "pick" }, box, link(cut(nameOf(user)), "users", user.localId)),
      ...shown.map((index) => COLUMNS[index][1](user)),
    ];
  }
  function show() {
    more.hidden = !next;
    const shown = COLUMNS.map((_, index) => index).filter((index) => !hidden.has(COLUMNS[index][0]));
    bulk.show();
    if (!users.length) {
      fill(list, next ? null : none(values, place));
      return;
    }
    const grid = table(values.q ? "Found users" : "Users", ["User", ...shown.map((index) => COLUMNS[index][0])],
      sorted(users, values.sort).map((user) => row(user, shown)));
    [...grid.querySelectorAll("thead th")].slice(1).forEach((cell, position) => {
      const [name] = COLUMNS[shown[position]];
      fill(cell, heading(name));
      if (values.sort === name) cell.setAttribute("aria-sort", "ascending");
      if (values.sort === `-${name}`) cell.setAttribute("aria-sort", "descending");
    });
    fill(list, grid);
  }
  /** Shows the number of all users, which takes long among many. */
  async function showTotal() {
    const { count: all } = await control.get(`${scope(place)}/users`, { count: true, limit: 1 });
    total.textContent = all ? `${count(all, "user")} in ${place.tenant || place.project}` : "";
  }
  async function load({ isMore = false } = {}) {
    current += 1;
    const mine = current;
    const before = isMore ? users : [];
    const isOver = () => mine !== current;
    status.textContent = "Searching…";
    more.disabled = true;
    fill(changed);
    try {
      const part = await readUsers(scope(place), values, {
        count: values.sort && !isMore ? MOST_SORTED : PAGE, token: isMore ? next : undefined, isOver, progress: (some) => {
        if (!some.length || values.sort) return;
        users = [...before, ...some];
        next ??= "more";
        show();
      } });
      if (!part) return;
      users = [...before, ...part.users];
      next = part.next;
      status.textContent = next && values.sort
        ? `The first ${users.length.toLocaleString("en")} users are sorted. Narrow them with a filter.` : "";
      const ids = new Set(users.map(({ localId }) => localId));
      for (const id of selected) if (!ids.has(id)) selected.delete(id);
      show();
    } catch (error) {
      if (!isOver()) status.textContent = error.message;
    }
    more.disabled = false;
  }
  const change = (name) => (event) => {
    values[name] = event.target.value.trim();
    keep(values);
    clearTimeout(change.timer);
    change.timer = setTimeout(load, 150);
  };

  listen(view, (batch) => {
    if (!batch.some((request) => changesUsers(request, place.project))) return;
    showTotal().catch(() => {});
    if (users.length <= PAGE && !selected.size) load();
    else fill(changed, button("The users have changed: show them", () => load()));
  });
  view.onLeave(() => {
    current += 1;
    clearTimeout(change.timer);
  });
  view.add(
    filterBar(
      field("search", "Search", { type: "search", value: values.q, oninput: change("q"),
        placeholder: "uid, e-mail address, number or name" }),
      button("Create a user", () => createUser(place), { class: "main push", "data-key": "c" })),
    h("details", { class: "narrow", open: isFiltered(values) }, h("summary", null, "Filters and columns"),
      filterForm(place, values, change), h("div", { class: "boxes" }, COLUMNS.map(([name]) => columnBox(name, hidden, show)))),
    total, changed, bulk.element, list, status, more);
  await load();
  await showTotal().catch((error) => {
    status.textContent ||= error.message;
  });
  return undefined;
}
