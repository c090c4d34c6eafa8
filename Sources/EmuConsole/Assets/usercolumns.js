// The columns of the list of users, and which of them are shown.

import { copied } from "./copy.js";
import { badge, cut, h } from "./dom.js";
import { check } from "./form.js";
import { store, stored } from "./storage.js";
import { moment } from "./time.js";
import { way } from "./ways.js";

/** Returns the name of a user in a list. */
export function nameOf(user) {
  return user.email ?? user.phoneNumber ?? user.displayName ?? user.localId;
}

/** Returns the ways in which a user signs in. */
function waysOf(user) {
  const ways = (user.providerUserInfo ?? []).map(({ providerId }) => providerId);
  if (user.emailLinkSignin) ways.push("e-mail link");
  if (user.passkeyInfo) ways.push("passkey");
  if (user.customAuth) ways.push("custom token");
  return ways;
}

/** Returns the time of the last sign-in; none for the time of creation that a user of an administrator has in its place. */
export function lastSignIn({ createdAt, lastLoginAt, lastRefreshAt }) {
  return lastLoginAt === createdAt && !lastRefreshAt ? 0 : Number(lastLoginAt ?? 0);
}

/** Returns the state of a user in words. */
export function stateOf(user) {
  return [user.disabled ? badge("disabled", "bad") : null,
    user.email && !user.emailVerified ? badge("not verified", "warn") : null,
    user.email && user.emailVerified ? badge("verified") : null,
    user.mfaInfo?.length ? badge("second factor") : null];
}

/** Columns: name, cell, and the value that it is sorted by. */
export const COLUMNS = [
  ["UID", (user) => copied(user.localId, `the uid ${user.localId}`, cut(user.localId)), (user) => user.localId],
  ["Name", (user) => (user.displayName ? cut(user.displayName) : ""), (user) => user.displayName ?? ""],
  ["State", stateOf, (user) => `${user.disabled ? 0 : 1}${user.emailVerified ? 1 : 0}`],
  ["Signs in with", (user) => (waysOf(user).length
    ? h("span", { class: "cut", title: waysOf(user).join(", ") }, waysOf(user).map((id) => way(id)))
    : h("span", { class: "quiet" }, "no method")),
    (user) => waysOf(user).join(", ")],
  ["Telephone", (user) => user.phoneNumber ?? "", (user) => user.phoneNumber ?? ""],
  ["Created", (user) => moment(Number(user.createdAt)), (user) => Number(user.createdAt)],
  ["Signed in", (user) => moment(lastSignIn(user)) ?? "never", lastSignIn],
];

/** Returns the names of the columns that are not shown; at first that of numbers, which few users have. */
export function hiddenColumns() {
  return new Set(stored("user-columns", ["Telephone"]));
}

/** Returns the box that shows or hides a column. */
export function columnBox(name, hidden, show) {
  return check(name, `Column ${name}`, !hidden.has(name), { onchange: (event) => {
    hidden[event.target.checked ? "delete" : "add"](name);
    show();
    store("user-columns", [...hidden]);
  } });
}
