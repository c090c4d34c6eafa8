// The only module that creates elements. Text is always a text node: no value can become markup.

import { ICONS } from "./icons.js";

const SVG = "http://www.w3.org/2000/svg";

const PROPERTIES = new Set(["value", "checked", "selected", "disabled", "hidden", "open"]);

/** Creates an element. Functions become listeners; null, undefined and false omit an attribute. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    // So that a changed field differs from its default value.
    else if (name === "value" && "defaultValue" in element) element.defaultValue = value;
    else if (PROPERTIES.has(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return add(element, ...children);
}

/** Makes an element of SVG. */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, String(value));
  return add(element, ...children);
}

/** Returns an icon by its name. */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/** Appends children: nodes, texts, numbers, lists of them; nothing for null and false. */
export function add(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return parent;
}

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  return add(element, ...children);
}

/** Shows a short notice, also to screen readers; it disappears after some seconds. */
export function say(text, isProblem = false) {
  const notice = document.getElementById("notice");
  fill(notice, h("p", { class: isProblem ? "problem" : null }, text));
  clearTimeout(say.timer);
  say.timer = setTimeout(() => notice.replaceChildren(), isProblem ? 12000 : 8000);
}

let lastID = 0;
/** Returns a unique id for a label. */
export function newID() {
  lastID += 1;
  return `f${lastID}`;
}

/** Runs an action, and shows the reason if it fails. */
export async function attempt(work, done) {
  try {
    const result = await work();
    if (done) say(done);
    return result;
  } catch (error) {
    say(error.message, true);
    return undefined;
  }
}

/** How many actions of buttons were started, and how many run; one that shows a dialog runs until it is closed. */
export const actions = { started: 0, running: 0, onIdle: () => {} };

/** Returns a button. It starts its action again once that is over: a double click is one. */
export function button(label, action, attributes) {
  let isRunning = false;
  async function run(event) {
    if (isRunning) return;
    isRunning = true;
    actions.started += 1;
    actions.running += 1;
    try {
      await action(event);
    } finally {
      isRunning = false;
      actions.running -= 1;
      if (!actions.running) actions.onIdle();
    }
  }
  return h("button", { type: "button", onclick: run, ...attributes }, label);
}

/** JSON for people. */
export function code(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return h("pre", { tabindex: "0" }, text);
}

/** Returns facts as a list of terms, without empty ones. */
export function facts(...rows) {
  const list = rows.filter((row) => row && row[1] !== null && row[1] !== undefined && row[1] !== "");
  return h("dl", null, list.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))));
}

/** Returns facts one after another, in lines. */
export function line(...rows) {
  const list = facts(...rows);
  list.className = "inline";
  return list;
}

/** Returns the placeholder of an empty list: a sentence, and the next step. */
export function empty(sentence, ...next) {
  return h("div", { class: "empty" }, h("p", null, sentence), next);
}

/** Returns a text with a capital letter first. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the first paragraph of a screen. */
export function lead(...content) {
  return h("p", { class: "lead" }, content);
}

/** Returns a paragraph that a reader may skip. */
export function quiet(...content) {
  return h("p", { class: "quiet" }, content);
}

/** Returns a section with its heading. */
export function section(heading, ...content) {
  return h("section", null, h("h2", null, heading), content);
}

/** Returns a content that its title opens. */
export function folded(title, ...content) {
  return h("details", null, h("summary", null, title), content);
}

/** Returns a number with its noun: `1 user`, `2,000 users`. */
export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : noun.endsWith("ch") ? "es" : "s"}`;
}

/** Returns a text that a list cuts; the whole shows on hover, and on the screen of the item. */
export function cut(text) {
  return h("span", { class: "cut", title: text }, text);
}

/** Returns the label of a state: a word in a colour, with an icon. */
export function badge(text, kind) {
  return h("span", { class: `badge ${kind ?? ""}` }, kind ? icon(kind) : null, text);
}
