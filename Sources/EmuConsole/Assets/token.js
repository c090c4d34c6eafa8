// A token with its content.

import { code, facts, h, moment } from "./dom.js";
import { copied } from "./copy.js";

/** Returns the header and claims of a JSON Web Token; null for any other text. */
export function decoded(token) {
  const parts = String(token).split(".");
  if (parts.length !== 3) return null;
  try {
    const [header, claims] = parts.slice(0, 2).map((part) => {
      const binary = atob(part.replace(/-/g, "+").replace(/_/g, "/"));
      const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
      return JSON.parse(new TextDecoder().decode(bytes));
    });
    return { header, claims, isSigned: parts[2] !== "" };
  } catch {
    return null;
  }
}

/** Returns a token with a copy button, and its claims. */
export function tokenView(name, token) {
  const inside = decoded(token);
  const time = (seconds) => (typeof seconds === "number" ? moment(seconds * 1000) : null);
  return h("section", { class: "token" }, h("h3", null, name), copied(token, name),
    inside && [
      facts(["issued", time(inside.claims.iat)], ["expires", time(inside.claims.exp)],
        ["signature", inside.isSigned ? inside.header.alg : "none: the token is not signed"]),
      h("details", { open: true }, h("summary", null, "Claims"), code(inside.claims)),
      h("details", null, h("summary", null, "Header"), code(inside.header)),
    ]);
}

/** Returns the tokens of a document with their paths. */
export function tokensIn(value, path = "") {
  if (typeof value === "string") return decoded(value) ? [[path, value]] : [];
  if (!value || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, child]) =>
    tokensIn(child, path ? `${path}.${name}` : name));
}
