// The only place that makes elements. Text is always a text node: no value can become markup.

const PROPERTIES = new Set(["value", "checked", "selected", "disabled", "hidden", "open"]);

/** Makes an element. Attributes that are functions listen; null, undefined and false leave one out. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (PROPERTIES.has(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return add(element, ...children);
}

/** Appends children: nodes, texts, numbers, lists of them; nothing for null and false. */
export function add(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return parent;
}

/** Puts children in place of what an element had. */
export function fill(element, ...children) {
  element.replaceChildren();
  return add(element, ...children);
}

/** Says a short sentence to everyone, screen readers included; it goes after a while. */
export function say(text, isProblem = false) {
  const notice = document.getElementById("notice");
  fill(notice, h("p", { class: isProblem ? "problem" : null }, text));
  clearTimeout(say.timer);
  say.timer = setTimeout(() => notice.replaceChildren(), isProblem ? 12000 : 4000);
}

let lastID = 0;
/** An id for a label to name. */
export function newID() {
  lastID += 1;
  return `f${lastID}`;
}

/** Runs what a person asked for, and says why where it fails. */
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

/** A button of the console. */
export function button(label, action, attributes) {
  return h("button", { type: "button", onclick: action, ...attributes }, label);
}

/** A moment as people read it: the time, and the day where it is not today. */
export function moment(value) {
  if (!value) return null;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return String(value);
  const text = date.toLocaleString("sv-SE");
  const today = new Date().toLocaleDateString("sv-SE");
  const shown = text.startsWith(today) ? text.slice(11) : text.slice(0, 16);
  return h("time", { datetime: date.toISOString(), title: date.toISOString() }, shown);
}

/** JSON for people. */
export function code(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return h("pre", { tabindex: "0" }, text);
}

/** Facts as a list of terms; those without a value are left out. */
export function facts(...rows) {
  const list = rows.filter((row) => row && row[1] !== null && row[1] !== undefined && row[1] !== "");
  return h("dl", null, list.map(([name, value]) => [h("dt", null, name), h("dd", null, value)]));
}

/** What stands where there is nothing yet: a sentence, and the next step. */
export function empty(sentence, ...next) {
  return h("div", { class: "empty" }, h("p", null, sentence), next);
}

/** A small word beside something, such as a status. */
export function badge(text, kind) {
  return h("span", { class: `badge ${kind ?? ""}` }, text);
}
