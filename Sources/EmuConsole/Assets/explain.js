// The decisions on a request, with links to the switches and providers that they name.

import { SWITCHES, advice, cause } from "./advice.js";
import { badge, h } from "./dom.js";
import { nameOfUser } from "./log.js";
import { link } from "./router.js";

/** The class of each outcome. */
export const KINDS = { refused: "bad", warned: "warn", allowed: "good", chose: "" };

/** Returns the name of a rule, as a link where it is a switch. */
export function ruleLink(rule) {
  return rule in SWITCHES ? link(rule, "switches", null, { part: rule }) : rule;
}

/** Returns all decisions, one line each. */
export function decisionList(request) {
  return h("ul", { class: "decisions" }, request.decisions.map((decision) => h("li", null,
    badge(decision.outcome, KINDS[decision.outcome]), " ",
    h("strong", null, ruleLink(decision.rule)), " ", decision.reason,
    decision.providerId ? [" ", link(decision.providerId, "providers", decision.providerId)] : null)));
}

/** Returns the advice, with links. */
export function adviceBox(request) {
  const { sentences, links } = advice(request);
  if (!sentences.length && !links.length) return null;
  return h("div", { class: "advice" }, h("h3", null, "What to change"),
    sentences.map((sentence) => h("p", null, sentence)),
    h("p", { class: "links" }, links.map(({ label, screen, item, part }) =>
      [link(label, screen, item, { part }), " "])));
}

/** Returns the reason of a refusal or a warning, otherwise of the last decision. */
export function reason(request) {
  return cause(request)?.reason ?? request.decisions.at(-1)?.reason ?? request.error ?? "";
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
