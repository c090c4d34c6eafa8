// The users of a project or tenant: search, filters and pages come from the store.

import { at, control } from "./api.js";
import { bulkBar } from "./bulk.js";
import { badge, button, empty, fill, h } from "./dom.js";
import { choice, field } from "./form.js";
import { changesUsers, listen } from "./live.js";
import { keep } from "./place.js";
import { link } from "./router.js";
import { table } from "./table.js";
import { emulatorNow } from "./time.js";
import { drawUser } from "./user.js";
import { COLUMNS, columnBox, cut, hiddenColumns } from "./usercolumns.js";
import { createUser } from "./userforms.js";

export const title = "Users";

const PAGE = 50;

/** The control API's path of a project or tenant. */
export function scope({ project, tenant }) {
  return tenant ? at`projects/${project}/tenants/${tenant}` : at`projects/${project}`;
}

/** What a user is called in a list. */
export function nameOf(user) {
  return user.email ?? user.phoneNumber ?? user.displayName ?? user.localId;
}

export function isChangedBy(request, { item, project }) {
  return Boolean(item) && changesUsers(request, project) && (!request.localId || request.localId === item);
}

const DAY = 86_400_000;
const SEEN = { hour: ["in the last hour", DAY / 24], day: ["in the last day", DAY], week: ["in the last week", 7 * DAY],
  "not-week": ["not for a week", 7 * DAY], "not-month": ["not for 30 days", 30 * DAY], never: ["never", 0] };

/** Returns the query of the API for the filters of the address. */
function queryOf({ q: search, provider, state, factor, claim, seen, order }) {
  const query = { search, provider, state, factor, claim, order };
  if (!Object.hasOwn(SEEN, seen)) return query;
  const time = seen === "never" ? 0 : emulatorNow() - SEEN[seen][1];
  query[seen.startsWith("n") ? "notSignedInSince" : "signedInSince"] = new Date(time).toISOString();
  return query;
}

/**
 * Reads users until a page is full: a part of the search may find few or none, so that no request of the
 * store takes long. Returns the users and where the next page begins; nothing once it is over.
 */
async function read(place, query, token, isOver, progress) {
  const users = [];
  let next = token;
  do {
    const page = await control.get(`${scope(place)}/users`, { ...query, pageToken: next, limit: PAGE });
    if (isOver()) return undefined;
    users.push(...page.users);
    next = page.nextPageToken;
    progress(users);
  } while (next && users.length < PAGE);
  return { users, next };
}

export async function draw(view) {
  if (view.place.item) return drawUser(view, view.place.item);
  const { place } = view;
  const values = { q: place.search, ...place.filters };
  const hidden = hiddenColumns();
  const selected = new Set();
  const status = h("p", { class: "quiet", "aria-live": "polite" });
  const total = h("p", { class: "quiet" });
  const changed = h("p", { class: "news", "aria-live": "polite" });
  const list = h("div");
  const bulk = bulkBar(place, selected, () => users, () => load());
  const more = button("Show more", () => load({ isMore: true }), { hidden: true });
  let users = [];
  let next;
  let current = 0;
  let sort = [null, 1];

  function heading(index) {
    const [name] = COLUMNS[index];
    if (next) return name;
    return button(name, () => {
      sort = [index, sort[0] === index ? -sort[1] : 1];
      show();
      [...list.querySelectorAll("th button")].find(({ textContent }) => textContent.startsWith(name))?.focus();
    }, { class: "sort" });
  }
  function sorted() {
    if (sort[0] === null || next) return users;
    const value = COLUMNS[sort[0]][2];
    const compare = (left, right) => (typeof left === "number" ? left - right : left.localeCompare(right));
    return [...users].sort((left, right) => sort[1] * compare(value(left), value(right)));
  }
  function row(user, shown) {
    const box = h("input", { type: "checkbox", checked: selected.has(user.localId),
      "aria-label": `Select ${nameOf(user)}`, onchange: (event) => {
        selected[event.target.checked ? "add" : "delete"](user.localId);
        bulk.show();
      } });
    return [
      [h("span", { class: "pick" }, box, h("span", null, link(cut(nameOf(user)), "users", user.localId), " ",
        user.disabled ? badge("disabled", "bad") : null,
        user.email && !user.emailVerified ? badge("not verified", "warn") : null,
        user.mfaInfo?.length ? badge("second factor") : null))],
      ...shown.map((index) => COLUMNS[index][1](user)),
    ];
  }
  function show() {
    more.hidden = !next;
    const shown = COLUMNS.map((_, index) => index).filter((index) => !hidden.has(COLUMNS[index][0]));
    bulk.show();
    if (!users.length) {
      fill(list, next ? null : none());
      return;
    }
    const grid = table(values.q ? "Found users" : "Users", ["User", ...shown.map((index) => COLUMNS[index][0])],
      sorted().map((user) => row(user, shown)));
    [...grid.querySelectorAll("thead th")].slice(1).forEach((cell, position) => {
      const index = shown[position];
      fill(cell, heading(index));
      if (sort[0] === index && !next) cell.setAttribute("aria-sort", sort[1] > 0 ? "ascending" : "descending");
    });
    fill(list, grid);
  }
  function none() {
    if (values.q) return empty(`No user has “${values.q}” in uid, address, number or name.`);
    if (Object.entries(values).some(([name, value]) => value && name !== "order")) return empty("No user passes these filters.");
    return empty(`${place.tenant || place.project} has no users yet. They appear with the first sign-up of `
      + "your app.", button("Create a user", () => createUser(place), { class: "main" }), " ",
    link("Load a seed", "data"));
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
      const part = await read(place, queryOf(values), isMore ? next : undefined, isOver, (some) => {
        if (!some.length) return;
        users = [...before, ...some];
        next ??= "more";
        show();
      });
      if (!part) return;
      users = [...before, ...part.users];
      next = part.next;
      status.textContent = "";
      if (!isMore) selected.clear();
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
  const select = (name, label, options) => choice(name, label, options, { value: values[name] ?? "", onchange: change(name) });

  listen(view, (batch) => {
    if (!batch.some((request) => changesUsers(request, place.project))) return;
    if (users.length <= PAGE && !selected.size) load();
    else fill(changed, button("The users have changed: show them", () => load()));
  });
  view.onLeave(() => {
    current += 1;
    clearTimeout(change.timer);
  });
  const isFiltered = ["provider", "state", "factor", "claim", "seen", "order"].some((name) => values[name]);
  view.add(
    h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
      field("search", "Search", { type: "search", value: values.q, oninput: change("q"),
        placeholder: "uid, e-mail address, number or name" }),
      button("Create a user", () => createUser(place), { class: "main push" })),
    h("details", { class: "narrow", open: isFiltered }, h("summary", null, "Filters and columns"),
      h("form", { class: "filters", onsubmit: (event) => event.preventDefault() },
        field("provider", "Signs in with", { value: values.provider, oninput: change("provider"), list: "ways",
          placeholder: "google.com, password, none" }),
        h("datalist", { id: "ways" }, ["password", "phone", "emailLink", "custom", "passkey", "none", "google.com",
          "apple.com", "microsoft.com", "facebook.com", "github.com"].map((value) => h("option", { value }))),
        select("state", "State", [["", "every"], "enabled", "disabled", "verified", "unverified"]),
        select("factor", "Second factor", [["", "with and without"], "any", "phone", "totp", "none"]),
        field("claim", "Custom claim", { value: values.claim, oninput: change("claim"), placeholder: "plan=pro" }),
        select("seen", "Last sign-in", [["", "at any time"], ...Object.entries(SEEN).map(([name, [text]]) => [name, text])]),
        select("order", "Order", [["", "newest first"], ["oldest", "oldest first"]])),
      h("div", { class: "boxes" }, COLUMNS.map(([name]) => columnBox(name, hidden, show)))),
    total, changed, bulk.element, list, status, more);
  await load();
  const { count } = await control.get(`${scope(place)}/users`, { count: true, limit: 1 });
  if (count) total.textContent = `${count.toLocaleString("en")} users in ${place.tenant || place.project}`;
  return undefined;
}
