// The decisions on a request, as sentences in which switches and providers are links.

import { SWITCHES, advice, cause } from "./advice.js";
import { badge, capital, h } from "./dom.js";
import { nameOfUser } from "./log.js";
import { link } from "./router.js";

/** Matches the ids of providers in sentences. */
const PROVIDER = /\b(?:oidc|saml)\.[a-z0-9][\w-]*|\b(?:apple|google|microsoft|facebook|github|twitter|linkedin|yahoo|playgames\.google|gc\.apple)\.com\b/g;
const WORDS = new RegExp(`${PROVIDER.source}|\\b(?:${Object.keys(SWITCHES).join("|")})\\b`, "g");

/** Returns a sentence with links for switches and providers. */
export function linked(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(WORDS)) {
    const word = match[0];
    parts.push(text.slice(end, match.index), word in SWITCHES
      ? link(word, "switches", null, { part: word }) : link(word, "providers", word));
    end = match.index + word.length;
  }
  return [...parts, text.slice(end)];
}

/**
 * A decision's reason as a sentence. It begins with a word: an identifier keeps its case, and a field is
 * called one.
 */
export function sentence(text) {
  const first = /^[^\s,;]+/.exec(text)?.[0] ?? "";
  const isField = /^[a-z]\w*(?:\.\w+)*$/.test(first) && !first.includes(".com")
    && /^\S+ (?:is|has|must|was|cannot|may|names|and)\b/.test(text) && !ARTICLES.has(first) && !/^(?:oidc|saml)\./.test(first);
  if (isField) return `The field ${text}`;
  return /[.:_/@\d]|[a-z][A-Z]/.test(first) ? text : capital(text);
}

/** Words that begin a sentence as a field's name would. */
const ARTICLES = new Set(["it", "this", "that", "one", "nothing", "production", "there", "user", "which"]);

/** The class of each outcome. */
export const KINDS = { refused: "bad", warned: "warn", allowed: "good", chose: "" };

/** Returns all decisions, one line each. */
export function decisionList(request) {
  return h("ul", { class: "decisions" }, request.decisions.map((decision) => h("li", null,
    badge(decision.outcome, KINDS[decision.outcome]), " ",
    h("strong", null, decision.rule in SWITCHES
      ? link(decision.rule, "switches", null, { part: decision.rule }) : decision.rule),
    " ", linked(sentence(decision.reason)))));
}

/** Returns the advice, with links. */
export function adviceBox(request) {
  const { sentences, links } = advice(request);
  if (!sentences.length && !links.length) return null;
  return h("div", { class: "advice" }, h("h3", null, "What to change"),
    sentences.map((sentence) => h("p", null, linked(sentence))),
    h("p", { class: "links" }, links.map(({ label, screen, item, part }) =>
      [link(label, screen, item, { part }), " "])));
}

/** Returns the reason in one sentence: of a refusal or a warning, otherwise of the last decision. */
export function reason(request) {
  return sentence(cause(request)?.reason ?? request.decisions.at(-1)?.reason ?? request.error ?? "");
}

/** Returns the status as a word that does not depend on colour. */
export function statusBadge(request, { isShort = false } = {}) {
  const { status, outcome } = request;
  if (!status) return badge("dropped", "bad");
  if (outcome === "refused") return badge(isShort && status >= 400 ? String(status) : `${status} refused`, "bad");
  return outcome === "warned" ? badge(`${status} warned`, "warn") : badge(String(status), "good");
}

/** Returns the operation of a request; the method and path of one that has none. */
export function operationOf({ operation, method, path }) {
  return operation ?? `${method} ${path.split("?")[0]}`;
}

/** Returns the operation and the result of a request, in a few words. */
export function headline(request) {
  const name = operationOf(request);
  return request.outcome === "refused" ? `${name} was refused${request.code ? `: ${request.code}` : ""}` : name;
}

/** Returns a link to the user of a request, or to the search for an address that has no user; nothing without one. */
export function userLink(request, shown = (text) => text) {
  const name = nameOfUser(request);
  if (!name) return null;
  const { localId } = request.user;
  return link(shown(name), "users", localId, localId ? {} : { q: name });
}
