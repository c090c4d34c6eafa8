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
