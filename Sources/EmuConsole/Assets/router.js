// Moves between screens without loading the page again; every link is a real address.

import { h } from "./dom.js";
import { ROOT, address } from "./place.js";

let draw = () => {};

/** Returns a link to a screen, such as to a user. */
export function link(label, screen, item, options) {
  return h("a", { href: address(screen, item, options), class: options?.class }, label);
}

/** Opens an address of the console. */
export function go(href) {
  history.pushState(null, "", href);
  return draw();
}

/** Renders the current address again. */
export function redraw(options) {
  return draw({ ...options, isSame: true });
}

/** Calls back for each place that the user opens, from now on. */
export function start(callback) {
  draw = callback;
  window.addEventListener("popstate", () => draw());
  document.addEventListener("click", (event) => {
    const anchor = event.target.closest?.("a");
    if (!anchor || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (anchor.target || anchor.hasAttribute("download") || anchor.classList.contains("skip")) return;
    const url = new URL(anchor.href);
    if (url.origin !== location.origin || !url.pathname.startsWith(ROOT)) return;
    event.preventDefault();
    go(url.href);
  });
  return draw();
}
