// The filters of the list of users, which the store applies, and reading what passes them.

import { control } from "./api.js";
import { choice, field, filterBar, suggested } from "./form.js";
import { providersOf } from "./providers.js";
import { emulatorNow } from "./time.js";

const DAY = 86_400_000;
const SEEN = { hour: ["in the last hour", DAY / 24], day: ["in the last day", DAY], week: ["in the last week", 7 * DAY],
  "not-week": ["not for a week", 7 * DAY], "not-month": ["not for 30 days", 30 * DAY], never: ["never", 0] };

/** The ways to sign in beside providers. */
const WAYS = ["password", "phone", "emailLink", "custom", "passkey", "none"];

/** The names of the filters in the address, beside the search. */
const NAMES = ["provider", "state", "factor", "claim", "seen", "order"];

/** Returns true if a filter is set. */
export function isFiltered(values) {
  return NAMES.some((name) => values[name]);
}

/** Returns the query of the API for the filters of the address. */
function queryOf({ q: search, provider, state, factor, claim, seen, order }) {
  const query = { search, provider, state, factor, claim, order };
  if (!Object.hasOwn(SEEN, seen)) return query;
  const time = seen === "never" ? 0 : emulatorNow() - SEEN[seen][1];
  query[seen.startsWith("n") ? "notSignedInSince" : "signedInSince"] = new Date(time).toISOString();
  return query;
}

/**
 * Reads users until there are as many as asked for: a part of the search may find few or none, so that no
 * request of the store takes long. Returns the users and the start of the next page; nothing once it is over.
 */
export async function readUsers(scope, values, { count, token, isOver, progress }) {
  const query = queryOf(values);
  const users = [];
  let next = token;
  for (;;) {
    const limit = Math.min(count - users.length, 100);
    const page = await control.get(`${scope}/users`, { ...query, pageToken: next, limit });
    if (isOver()) return undefined;
    users.push(...page.users);
    next = page.nextPageToken;
    if (!next || users.length >= count) return { users, next };
    progress(users);
  }
}

/** Returns the form of the filters; change returns the listener of a field. */
export function filterForm(place, values, change) {
  const select = (name, label, options) => choice(name, label, options, { value: values[name] ?? "", onchange: change(name) });
  return filterBar(
    suggested("provider", "Signs in with", async () => [...WAYS, ...await providersOf(place)], {
      value: values.provider, oninput: change("provider"), placeholder: "google.com" }),
    select("state", "State", [["", "every"], "enabled", "disabled", "verified", "unverified"]),
    select("factor", "Second factor", [["", "with and without"], "any", "phone", "totp", "none"]),
    field("claim", "Custom claim", { value: values.claim, oninput: change("claim"), placeholder: "plan=pro" }),
    select("seen", "Last sign-in", [["", "at any time"], ...Object.entries(SEEN).map(([name, [text]]) => [name, text])]),
    select("order", "Order", [["", "newest first"], ["oldest", "oldest first"]]));
}
