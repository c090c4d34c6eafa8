// Buttons that copy, and texts with such a button beside them.

import { attempt, button, h, say } from "./dom.js";

async function write(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // A network address without TLS has no clipboard API.
  const area = h("textarea", { value: text, readonly: true });
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("The browser does not let the console copy; select the text.");
  return undefined;
}

/** Returns a button that copies a text, or the later result of a function. */
export function copyButton(label, text, what) {
  return button(label, () => attempt(async () => {
    await write(typeof text === "function" ? await text() : text);
    say(`Copied ${what ?? label.replace(/^Copy /, "the ")}.`);
  }), { class: "copy" });
}

/** Returns a text with a copy button, such as a uid. */
export function copied(text, name) {
  const copy = copyButton("Copy", text, name);
  copy.setAttribute("aria-label", `Copy ${name}`);
  return h("span", { class: "copied" }, h("code", null, text), copy);
}
