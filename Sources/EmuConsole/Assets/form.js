// Fields of forms, each with its label.

import { parsed } from "./api.js";
import { formDialog, guarded } from "./confirm.js";
import { add, fill, h, newID } from "./dom.js";
import { redraw } from "./router.js";

function labelled(label, control, hint) {
  const hintID = hint ? newID() : null;
  if (hintID) control.setAttribute("aria-describedby", hintID);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control,
    hint ? h("small", { id: hintID }, hint) : null);
}

/** Returns a field with one line of text. */
export function field(name, label, { hint, value = "", type = "text", ...attributes } = {}) {
  return labelled(label, h("input", {
    id: newID(), name, type, value: value ?? "", autocomplete: "off", dir: "auto", ...attributes }), hint);
}

/** Returns a text as a field of one line returns it: without line breaks. */
export function lineOf(text = "") {
  return text.replaceAll(/[\r\n]/g, "");
}

/** Returns a field that suggests existing values: a list, or a function that finds them for the typed text. */
export function suggested(name, label, values, options) {
  const list = h("datalist", { id: newID() });
  const offer = async (event) => {
    const found = typeof values === "function" ? await values(event.target.value).catch(() => []) : values;
    fill(list, found.map((value) => h("option", { value })));
  };
  return add(field(name, label, { list: list.id, onfocusin: offer, ...options, oninput: (event) => {
    options?.oninput?.(event);
    if (typeof values === "function") offer(event);
  } }), list);
}

/** Returns a field with several lines of text. */
export function area(name, label, { hint, value = "", ...attributes } = {}) {
  return labelled(label, h("textarea", {
    id: newID(), name, value: value ?? "", spellcheck: "false", rows: 8, ...attributes }), hint);
}

/** Returns a select element: texts, or pairs of value and label. */
export function choice(name, label, options, { hint, value, ...attributes } = {}) {
  const select = h("select", { id: newID(), name, ...attributes }, options.map((option) => {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    return h("option", { value: key, selected: key === value }, text);
  }));
  return labelled(label, select, hint);
}

/** Returns a select element of {name, about}, which explains what is chosen below. */
export function explained(name, label, options, onchange) {
  const field = choice(name, label, options.map((one) => [one.name, one.name || "none"]), {
    hint: options[0].about || " ", onchange: (event) => {
      field.lastChild.textContent = options.find((one) => one.name === event.target.value).about;
      onchange?.(event);
    } });
  return field;
}

/** Returns a checkbox. */
export function check(name, label, value, attributes) {
  const id = newID();
  return h("div", { class: "check" },
    h("input", { id, name, type: "checkbox", checked: Boolean(value), ...attributes }),
    h("label", { for: id }, label));
}

/** Returns a bar of filters, which act as they change. */
export function filterBar(...children) {
  return h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() }, children);
}

/** Returns the fields of a form without empty ones. */
export function given(data) {
  return Object.fromEntries([...data].filter(([, value]) => value !== ""));
}

/** Returns the parts of a text with commas between them. */
export function listOf(text) {
  return text.split(",").map((one) => one.trim()).filter(Boolean);
}

/** Parses the JSON text of a form; undefined if empty. */
export function json(text, name) {
  if (!text?.trim()) return undefined;
  try {
    return parsed(text);
  } catch (error) {
    throw new Error(`${name} must be JSON: ${error.message}`);
  }
}

/**
 * Shows a document as JSON to change, and draws the screen again once it is stored. What another client has stored
 * meanwhile is replaced only on a second try.
 *
 * @param shown the text of the document, and read the one of the present document.
 * @param store stores the document, which is undefined for an empty text.
 */
export function documentDialog(title, label, { shown, read, ...attributes }, store) {
  const throwIfChanged = guarded(shown, read);
  return formDialog(title, [area("document", label, { value: shown, ...attributes })], "Save", async (data) => {
    const document = json(data.get("document"), "The text");
    await throwIfChanged();
    await store(document);
    redraw();
  });
}
