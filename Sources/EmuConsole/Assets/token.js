// A token, with its claims and those that decided a request.

import { parsed } from "./api.js";
import { badge, code, folded, h, quiet } from "./dom.js";
import { life } from "./chart.js";
import { copied } from "./copy.js";
import { KINDS } from "./explain.js";
import { moment } from "./time.js";

/** Returns header and claims of a JSON Web Token; null for any other text. */
export function decoded(token) {
  const parts = String(token).split(".");
  if (parts.length !== 3) return null;
  try {
    const [header, claims] = parts.slice(0, 2).map((part) => {
      const binary = atob(part.replace(/-/g, "+").replace(/_/g, "/"));
      const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
      return parsed(new TextDecoder().decode(bytes));
    });
    if (!claims || typeof claims !== "object") return null;
    return { header, claims, isSigned: parts[2] !== "" };
  } catch {
    return null;
  }
}

/** The claims that each rule reads. */
const READ = {
  idTokenExpiry: ["exp"], recentLogin: ["auth_time"], checkNonce: ["nonce"], replayProtection: ["nonce"],
  verifyCredentials: ["iss", "aud", "exp"], credential: ["iss", "aud", "exp"], requireConfiguredProviders: ["aud"],
  idToken: ["iss", "aud", "sub"],
  trustPolicy: ["email", "email_verified"], linking: ["sub", "email", "email_verified"], link: ["sub"],
  customToken: ["uid", "iss"], privateRelay: ["email"], firstAuthorization: ["sub"],
};

/** The claims that a decision is about: those that its rule reads. */
function decidingClaims(claims, { rule }) {
  return Object.entries(claims).filter(([name]) => READ[rule]?.includes(name));
}

function shownValue(name, value) {
  const isTime = ["exp", "iat", "nbf", "auth_time"].includes(name) && typeof value === "number";
  return [h("code", null, typeof value === "string" ? value : JSON.stringify(value)),
    isTime ? [" ", moment(value * 1000)] : null];
}

function decidedList(claims, decisions) {
  const found = decisions.map((decision) => [decision, decidingClaims(claims, decision)])
    .filter(([, some]) => some.length);
  if (!found.length) return null;
  return h("ul", { class: "decided" }, found.map(([{ rule, outcome, reason }, some]) => h("li", null,
    badge(`${rule} ${outcome}`, KINDS[outcome]), " ",
    some.map(([name, value]) => [h("strong", null, name), " ", shownValue(name, value), " "]),
    h("span", { class: "quiet" }, reason))));
}

/**
 * Returns a token to copy with its claims, and those that decided a request if its decisions are given; a masked
 * one shows its first characters.
 */
export function tokenView(name, token, { decisions = [], isMasked = false, revoked } = {}) {
  const inside = decoded(token);
  const [issued, expires] = ["iat", "exp"].map((name) => (typeof inside?.claims[name] === "number" ? inside.claims[name] * 1000 : undefined));
  return h("section", { class: "token" }, h("h3", null, name),
    h("p", null, copied(token, name, isMasked ? `${token.slice(0, 6)}…` : token)),
    inside && [
      expires ? life({ issued, expires, revoked }) : null,
      inside.isSigned ? null : quiet("The token is not signed."),
      decidedList(inside.claims, decisions),
      h("details", { open: true }, h("summary", null, "Claims"), code(inside.claims)),
      folded("Header", code(inside.header)),
    ]);
}

/** Returns every token in a document, with the path of each; also those in forms, such as `postBody`. */
export function tokensIn(value, path = "") {
  if (typeof value === "string") {
    if (decoded(value)) return [[path, value]];
    return /^[\w.~%-]+=/.test(value) ? tokensIn(Object.fromEntries(new URLSearchParams(value)), path) : [];
  }
  if (!value || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, child]) =>
    tokensIn(child, path ? `${path}.${name}` : name));
}
