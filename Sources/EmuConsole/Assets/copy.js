// Buttons that copy, and texts with such a button beside them.

import { attempt, button, fill, h, icon, say } from "./dom.js";
import { permanentAddress } from "./place.js";

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

/** Returns a button that copies a text, or the later result of a function; its name says what it copies. */
export function copyButton(label, text, what) {
  const name = label === "Copy" || !/^(?:Copy|as) /.test(label) ? `Copy ${what}` : label.replace(/^as /, "Copy as ");
  return button(label, () => attempt(async () => {
    await write(typeof text === "function" ? await text() : text);
    say(`Copied ${what}.`);
  }), { class: "copy", "aria-label": name === label ? null : name });
}

/** Returns a button that copies the address of the present screen, for a colleague or a report. */
export function copyAddress() {
  return copyButton("Copy page address", () => permanentAddress(), "the address of this page");
}

/** Returns a text that a click copies, such as a uid; another text may be shown for it. */
export function copied(text, name, shown = text) {
  const copy = copyButton("Copy", text, name);
  copy.classList.add("bare");
  copy.title = `Copy ${name}`;
  return h("span", { class: "copied" }, fill(copy, h("code", null, shown), icon("copy")));
}
