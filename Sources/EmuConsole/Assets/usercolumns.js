// The columns of the list of users, and which of them are shown.

import { copyButton } from "./copy.js";
import { cut, h } from "./dom.js";
import { check } from "./form.js";
import { moment } from "./time.js";

/** Returns the name of a user in a list. */
export function nameOf(user) {
  return user.email ?? user.phoneNumber ?? user.displayName ?? user.localId;
}

const STORED = "auth-emulator-user-columns";

/** Returns the ways in which a user signs in. */
function waysOf(user) {
  const ways = (user.providerUserInfo ?? []).map(({ providerId }) => providerId);
  if (user.emailLinkSignin) ways.push("e-mail link");
  if (user.passkeyInfo) ways.push("passkey");
  if (user.customAuth) ways.push("custom token");
  return ways;
}

/** Columns: name, cell, and the value that it is sorted by. */
export const COLUMNS = [
  ["Name", (user) => (user.displayName ? cut(user.displayName) : ""), (user) => user.displayName ?? ""],
  ["Telephone", (user) => user.phoneNumber ?? "", (user) => user.phoneNumber ?? ""],
  ["Signs in with", (user) => (waysOf(user).length ? cut(waysOf(user).join(", "))
    : h("span", { class: "quiet" }, "no sign-in method")),
    (user) => waysOf(user).join(", ")],
  ["Created", (user) => moment(Number(user.createdAt)), (user) => Number(user.createdAt)],
  ["Signed in", (user) => moment(Number(user.lastLoginAt) || null) ?? "never", (user) => Number(user.lastLoginAt ?? 0)],
  ["UID", (user) => h("span", { class: "copied" }, h("code", { class: "cut", title: user.localId }, user.localId),
    copyButton("Copy", user.localId, `the uid ${user.localId}`)), (user) => user.localId],
];

/** Returns the names of the columns that are not shown. */
export function hiddenColumns() {
  try {
    return new Set(JSON.parse(localStorage.getItem(STORED) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** Returns the box that shows or hides a column. */
export function columnBox(name, hidden, show) {
  return check(name, `Column ${name}`, !hidden.has(name), { onchange: (event) => {
    hidden[event.target.checked ? "delete" : "add"](name);
    show();
    localStorage.setItem(STORED, JSON.stringify([...hidden]));
  } });
}
