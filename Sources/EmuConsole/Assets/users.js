// The users of a project or tenant: search and pages come from the store.

import { at, control } from "./api.js";
import { copied } from "./copy.js";
import { badge, button, empty, h, moment } from "./dom.js";
import { field } from "./form.js";
import { link } from "./router.js";
import { paged } from "./table.js";
import { drawUser } from "./user.js";
import { createUser } from "./userforms.js";

export const title = "Users";

const COLUMNS = ["User", "Name", "Signs in with", "Created", "Signed in", "UID"];
const PAGE = 50;

/** Returns the control API's path of a project or tenant. */
export function scope({ project, tenant }) {
  return tenant ? at`projects/${project}/tenants/${tenant}` : at`projects/${project}`;
}

/** Returns the name of a user in a list. */
export function nameOf(user) {
  return user.email ?? user.phoneNumber ?? user.displayName ?? "(anonymous)";
}

/** Returns the sign-in methods of a user. */
function waysOf(user) {
  const ways = (user.providerUserInfo ?? []).map(({ providerId }) => providerId);
  if (user.passkeyInfo) ways.push("passkey");
  if (user.customAuth) ways.push("custom token");
  return ways.length ? ways : ["anonymous"];
}

function rowOf(user) {
  return [
    [link(nameOf(user), "users", user.localId), " ",
      user.disabled ? badge("disabled", "bad") : null,
      user.email && !user.emailVerified ? badge("not verified", "warn") : null,
      user.mfaInfo?.length ? badge("second factor") : null],
    user.displayName ?? "", waysOf(user).join(", "), moment(Number(user.createdAt)),
    moment(Number(user.lastLoginAt) || null) ?? "never", copied(user.localId, "the uid"),
  ];
}

/**
 * Reads users until a page is full, and adds them immediately: a part of the search may find few or none, so
 * that no query of the store takes long. Returns the token of the next page.
 */
async function read(place, search, token, add, isOver) {
  let count = 0;
  let next = token;
  do {
    const page = await control.get(`${scope(place)}/users`, { search, pageToken: next, limit: PAGE });
    if (isOver()) return undefined;
    add(page.users.map(rowOf));
    count += page.users.length;
    next = page.nextPageToken;
  } while (next && count < PAGE);
  return next;
}

export async function draw(view) {
  if (view.place.item) return drawUser(view, view.place.item);
  const { place } = view;
  const results = h("div");
  const total = h("p", { class: "quiet" });
  let current = 0;
  function none(search) {
    return search
      ? empty(`No user has “${search}” in uid, address, number or name.`)
      : empty(`${place.tenant || place.project} has no users yet. They appear with the first sign-up of `
        + "your app.", button("Create a user", () => createUser(place), { class: "main" }), " ",
      link("Load a seed", "data"));
  }
  async function show(search) {
    current += 1;
    const mine = current;
    let token;
    const list = paged(search ? "What was found" : "Users, the newest first", COLUMNS, async (add) => {
      token = await read(place, search, token, add, () => mine !== current);
      return Boolean(token);
    }, () => none(search));
    results.replaceChildren(list.element);
    await list.next();
  }
  function typed(event) {
    clearTimeout(typed.timer);
    const search = event.target.value.trim();
    typed.timer = setTimeout(() => show(search), 150);
  }
  view.onLeave(() => { current += 1; });
  view.add(
    h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
      field("search", "Search", { type: "search", value: place.search, oninput: typed,
        placeholder: "uid, e-mail address, number or name" }),
      button("Create a user", () => createUser(place), { class: "main push" })),
    total, results);
  await show(place.search);
  const { count } = await control.get(`${scope(place)}/users`, { count: true, limit: 1 });
  if (count) total.textContent = `${count.toLocaleString("en")} users in ${place.tenant || place.project}`;
  return undefined;
}
