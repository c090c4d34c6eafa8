// The advice of the log on a request, with links to the screens for the change.

import { control } from "./api.js";

/** The switches of projects by name: purpose and values. */
export const SWITCHES = Object.fromEntries(
  (await control.get("settings:describe")).switches.map((one) => [one.name, one]));

/** The code of a refusal, such as EMAIL_EXISTS. */
export function codeOf(request) {
  const text = request.error ?? request.response?.error?.message ?? request.response?.error;
  return /^(?:[A-Z][A-Z_0-9]+(?=$| :)|[a-z_]+$)/.exec(typeof text === "string" ? text : "")?.[0];
}

/** Returns the decision that explains a request best: the refusal, otherwise the warning. */
export function cause(request) {
  const by = (outcome) => request.decisions.find((decision) => decision.outcome === outcome);
  return by("refused") ?? (request.status >= 400 ? request.decisions[0] : by("warned"));
}

const SCREENS = {
  users: "Users", providers: "Providers", inbox: "Inbox", issuers: "Issuers", switches: "Switches",
  clock: "Clock", faults: "Faults",
};

/** Returns the advice for a request: sentences, and links as {label, screen, item, part}. */
export function advice(request) {
  const why = cause(request);
  const given = request.advice ?? [];
  const sentences = given.flatMap(({ text }) => text ?? []);
  const links = given.filter(({ part }) => part).map(({ part, name }) => name
    ? { label: `Switch ${name}`, screen: part, part: name } : { label: SCREENS[part], screen: part });
  for (const provider of new Set((why?.because ?? "").match(PROVIDER) ?? [])) {
    links.push({ label: `Provider ${provider}`, screen: "providers", item: provider });
  }
  const user = /\b[Uu]ser ([\w.:@-]*\w)/.exec(why?.because ?? "")?.[1];
  if (user && !USER_WORDS.has(user)) links.push({ label: `User ${user}`, screen: "users", item: user });
  const { scenario } = request;
  if (scenario) links.push({ label: `Scenario ${scenario}`, screen: "scenarios", item: scenario });
  return { sentences, links };
}

/** Matches the ids of providers in sentences. */
export const PROVIDER = /\b(?:oidc|saml)\.[a-z0-9][\w-]*|\b(?:apple|google|microsoft|facebook|github|twitter|linkedin|yahoo|playgames\.google|gc\.apple)\.com\b/g;

/** Words after "user" in a sentence that are not a uid. */
const USER_WORDS = new Set(["is", "has", "was", "and", "or", "of", "with", "to", "that", "who", "signed",
  "may", "must", "can", "had", "in", "by", "for", "does", "s", "at", "record", "already", "not"]);
