// The ways to sign in, each with a mark and its name.

import { h, icon } from "./dom.js";

/** By the id of a provider or method: its name, and its icon or letter. */
const WAYS = {
  password: ["Password", "key"], phone: ["Phone", "phone"], "e-mail link": ["E-mail link", "inbox"],
  emailLink: ["E-mail link", "inbox"], anonymous: ["Anonymous", "users"], passkey: ["Passkey", "key"],
  "custom token": ["Custom token", "code"], custom: ["Custom token", "code"], "google.com": ["Google", "G"],
  "apple.com": ["Apple", "A"], "microsoft.com": ["Microsoft", "M"], "github.com": ["GitHub", "Gh"],
  "facebook.com": ["Facebook", "f"], "twitter.com": ["Twitter", "T"], "linkedin.com": ["LinkedIn", "in"],
  "yahoo.com": ["Yahoo", "Y"], "playgames.google.com": ["Play Games", "P"], "gc.apple.com": ["Game Center", "GC"],
};

/** Returns the name of a way; an id that a project chose is its name. */
export function wayName(id) {
  return WAYS[id]?.[0] ?? id;
}

/** Returns a way with its mark; a link in place of the name where one is given. */
export function way(id, shown = wayName(id)) {
  const mark = WAYS[id]?.[1] ?? id.replace(/^(?:oidc|saml)\./, "").charAt(0).toUpperCase();
  return h("span", { class: "way", title: id }, h("span", { class: "mark", "aria-hidden": "true" },
    mark.length > 2 ? icon(mark) : mark), shown);
}
