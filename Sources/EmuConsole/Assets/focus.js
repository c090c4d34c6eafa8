// The focus, open details and the scroll of a screen that is drawn again.

function nameOf(element) {
  return [element.tagName, element.id.startsWith("f") ? "" : element.id, element.getAttribute("name") ?? "",
    element.getAttribute("aria-label") ?? "", element.getAttribute("href") ?? "",
    ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName) ? "" : element.textContent].join("|");
}

/** Returns the focused element and the opened details. */
export function savedFocus(root) {
  const focused = document.activeElement;
  return {
    name: root.contains(focused) && focused !== root ? nameOf(focused) : null,
    selection: focused?.selectionStart === undefined ? null : [focused.selectionStart, focused.selectionEnd],
    open: [...root.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent),
    closed: [...root.querySelectorAll("details:not([open]) > summary")].map((summary) => summary.textContent),
    scroll: window.scrollY,
  };
}

/** Gives the focus to the element that has the same name. */
export function restoreFocus(root, { name, selection, open, closed, scroll }) {
  for (const summary of root.querySelectorAll("details > summary")) {
    if (open.includes(summary.textContent)) summary.parentElement.open = true;
    else if (closed.includes(summary.textContent)) summary.parentElement.open = false;
  }
  if (name) {
    const element = [...root.querySelectorAll("a, button, input, select, textarea, summary, pre, h1")]
      .find((candidate) => nameOf(candidate) === name);
    element?.focus({ preventScroll: true });
    if (selection?.[0] !== null && selection && element?.type === "search") {
      element.setSelectionRange(...selection);
    }
  }
  window.scrollTo(0, scroll);
}

/** Returns true for a field that a person has changed: a browser may write a default value in another form. */
function isTyped(field) {
  const untouched = field.cloneNode();
  untouched.value = field.defaultValue;
  return field.value !== untouched.value;
}

/** Moves results, typed texts and chosen rows into the screen that replaces another. */
export function carry(from, to) {
  const fresh = to.querySelectorAll("[data-kept]");
  from.querySelectorAll("[data-kept]").forEach((kept, index) => fresh[index]?.append(...kept.childNodes));
  const fields = [...to.querySelectorAll("input, textarea")];
  for (const field of from.querySelectorAll("input:not([type=search], [type=checkbox], [type=file]), textarea")) {
    const same = isTyped(field) && fields.find((other) => nameOf(other) === nameOf(field));
    if (same) same.value = field.value;
  }
  for (const box of from.querySelectorAll(".pick input:checked")) {
    const same = fields.find((other) => nameOf(other) === nameOf(box));
    if (same && !same.checked) same.click();
  }
}
