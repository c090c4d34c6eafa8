// The log of requests, live.

import { add, button, count, cut, empty, fill, h } from "./dom.js";
import { decisionList, operationOf, reason, statusBadge, userLink } from "./explain.js";
import { describeFaults } from "./faultform.js";
import { check, choice, field, filterBar } from "./form.js";
import { listen } from "./live.js";
import { filterOf, passes, read, signIns, userOf, valuesOf, withNews } from "./log.js";
import { here, keep } from "./place.js";
import { requestView } from "./request.js";
import { link } from "./router.js";
import { sdkLines } from "./sdk.js";
import { split } from "./split.js";
import { table } from "./table.js";
import { moment } from "./time.js";

export const title = "Requests";

const COLUMNS = ["Time", "Outcome", "Operation", "User", "Provider", "Why", "Took"];
const PAGE = 50;
const MOST = 300;
/** The number of pixels from which the list counts as scrolled. */
const SCROLLED = 150;

let isPaused = false;

/** Returns one request as a row of the list. */
function row(request, view, steps, attributes) {
  const { code } = request;
  const providerId = request.providerId ?? steps?.find((step) => step.providerId)?.providerId;
  return {
    attributes: { "data-id": request.id, ...attributes },
    list: [
      moment(request.time, { isExact: true }), statusBadge(request, { isShort: true }),
      [link(operationOf(request), "requests", request.id, valuesOf(view.filter)), steps ? [" ", stepsButton(steps, view)] : null],
      userLink(request, cut), providerId ? cut(providerId) : "",
      view.filter.decisions && request.decisions.length ? decisionList(request)
        : reason(request) && h("span", { title: reason(request) }, code ? [h("code", null, code), " "] : null, reason(request)),
      `${(request.latencyMicroseconds / 1000).toFixed(1)} ms`,
    ],
  };
}

/** Returns the button that opens the steps of a sign-in on pages. */
function stepsButton(steps, view) {
  const key = steps.at(-1).id;
  const isOpen = view.opened.has(key);
  return button(`${count(steps.length, "step")} ${isOpen ? "▾" : "▸"}`, () => {
    view.opened[isOpen ? "delete" : "add"](key);
    view.show();
  }, { class: "bare", "aria-expanded": String(isOpen) });
}

/** Returns the rows of requests: a sign-in on pages is one that opens into its steps. */
function rowsOf(requests, view) {
  return signIns(requests).flatMap((steps) => {
    if (steps.length === 1) return [row(steps[0], view)];
    const [head, ...others] = steps;
    const isOpen = view.opened.has(steps.at(-1).id) || others.some(({ id }) => id === view.item());
    return [row(head, view, steps), ...isOpen ? others.map((one) => row(one, view, null, { class: "step" })) : []];
  });
}

/** Returns requests in groups: [name, requests], the group of the newest request first. */
function grouped(requests, by) {
  return [...Map.groupBy(requests, (request) => (by === "user" ? userOf(request) : request.session) ?? "")];
}

function groupHeading(key, requests, by, view) {
  const [uid, time] = by === "session" ? [key.slice(0, key.lastIndexOf("@")), key.slice(key.lastIndexOf("@") + 1)]
    : [key];
  const values = { ...valuesOf(view.filter), by: "", [by]: key };
  const name = by === "user" ? uid : [uid, ", signed in ", moment(Number(time) * 1000)];
  return h("h2", null, key ? link(name, "requests", undefined, values) : `Without a ${by}`, " ",
    h("small", null, count(requests.length, "request")));
}

/** Returns the bar of filters; change returns the listener of a field. */
function filters(filter, change, pause) {
  const box = (name, label) => check(name, label, filter[name], { onchange: change(name) });
  return filterBar(
    field("text", "Filter", { type: "search", value: filter.text, oninput: change("text"),
      placeholder: "operation, code, rule, user or words" }),
    choice("outcome", "Outcome", [["", "every"], ["refused", "refused"], ["warned", "warned"]],
      { value: filter.outcome, onchange: change("outcome") }),
    choice("by", "Group by", [["", "nothing"], ["user", "user"], ["session", "session"]],
      { value: filter.by, onchange: change("by") }),
    box("decisions", "All decisions"), box("all", "Every project"), box("calls", "Control calls"), pause);
}

/** Returns the filters that links set, each with a link that removes it; nothing without one. */
function only(filter) {
  const names = ["user", "session", "provider"].filter((name) => filter[name]);
  return names.length ? h("p", { class: "only" }, names.map((name) => [`Only ${name} `, h("code", null, filter[name]), " ",
    link("Show all", "requests", undefined, { ...valuesOf(filter), [name]: "" }), " "])) : null;
}

/** Returns the placeholder of an empty list. */
function none(filter, place) {
  return Object.values({ ...valuesOf(filter), all: "", calls: "", by: "", decisions: "" }).some(Boolean)
    ? empty("No request passes these filters.")
    : empty(`No request came for ${place.project} yet. Paste one line into the app, before its first call:`, sdkLines());
}

export async function draw(view) {
  const { place } = view;
  const { operations } = await describeFaults();
  // An operation is found by every name that it goes by.
  const filter = filterOf(place, new Map(operations.map(({ name, otherNames }) => [name, otherNames.join(" ")])));
  const shown = { filter, opened: new Set(), item: () => here().item, show };
  if (!view.isAgain) isPaused = false;
  let at = place.filters.at ?? "";
  let requests = [];
  let held = [];
  let last;
  let hasMore = false;
  let isInPlace = false;
  let isLoading = false;
  let current = 0;
  const body = h("div");
  const news = h("p", { class: "news", "aria-live": "polite" });
  const more = button("Show more", () => load({ isMore: true }), { hidden: true });
  const pause = button("Pause", () => {
    isPaused = !isPaused;
    if (isPaused) showNews();
    else release();
  });

  function show() {
    more.hidden = !hasMore;
    if (!requests.length) return fill(body, none(filter, place));
    const rows = (some) => rowsOf(some, shown);
    const { by } = filter;
    return panes.update(body, by
      ? grouped(requests, by).map(([key, some]) => [groupHeading(key, some, by, shown),
        table(`Requests of ${key || "no " + by}`, COLUMNS, rows(some))])
      : table("Requests, the newest first", COLUMNS, rows(requests)));
  }
  function showNews() {
    pause.textContent = isPaused ? "Continue" : "Pause";
    fill(news, isPaused ? "Paused. " : null, held.length
      ? button(`${held.length} new`, () => release(), { class: "main" }) : null);
  }
  /** Shows the new requests. A chosen row stays where it is, unless a person asked for the new ones. */
  function release({ isAsked = true } = {}) {
    const chosen = !isAsked && list.querySelector("tr[aria-current]");
    const top = chosen && chosen.getBoundingClientRect().top;
    requests = withNews(requests, held).slice(0, Math.max(MOST, requests.length));
    held = [];
    showNews();
    show();
    const same = chosen && list.querySelector("tr[aria-current]");
    if (same) window.scrollBy(0, same.getBoundingClientRect().top - top);
    else window.scrollTo(0, 0);
  }
  /** Shows the requests that came, or their number where the list stays. */
  function arrive() {
    const known = new Set(requests.map(({ id }) => id));
    held = held.filter(({ id }) => !known.has(id)).slice(-MOST);
    if (held.length && !isPaused && window.scrollY < SCROLLED) release({ isAsked: false });
    else showNews();
  }
  async function load({ isMore = false } = {}) {
    current += 1;
    const mine = current;
    if (!isMore) [isLoading, held] = [true, []];
    try {
      const part = await read(isMore ? last : undefined, filter, PAGE, isMore ? undefined : at || here().item);
      // Another filter may have been chosen meanwhile.
      if (mine !== current) return;
      ({ last, hasMore } = part);
      requests = isMore ? [...requests, ...part.rows] : part.rows;
    } finally {
      if (mine === current) isLoading = false;
    }
    show();
    arrive();
  }
  const remember = () => keep({ ...valuesOf(filter), at });
  const rowAt = (id) => [...list.querySelectorAll("tr[data-id]")].find((one) => one.dataset.id === id);
  /** Keeps in the address which request stands first in the window. */
  function scrolled() {
    if (!isInPlace) return;
    clearTimeout(scrolled.timer);
    scrolled.timer = setTimeout(() => {
      const first = window.scrollY < SCROLLED ? undefined
        : [...list.querySelectorAll("tr[data-id]")].find((one) => one.getBoundingClientRect().top >= 0);
      at = first?.dataset.id ?? "";
      remember();
      if (!at && held.length && !isPaused) release();
    }, 150);
  }
  const change = (name) => ({ target }) => {
    filter[name] = target.type === "checkbox" ? target.checked : target.value;
    at = "";
    remember();
    if (["by", "decisions"].includes(name)) return show();
    clearTimeout(change.timer);
    change.timer = setTimeout(load, 150);
    return undefined;
  };

  listen(view, (batch) => {
    const some = batch.filter((request) => passes(request, filter));
    held.push(...some);
    if (some.length && !isLoading) arrive();
  });
  window.addEventListener("scroll", scrolled, { passive: true });
  view.onLeave(() => {
    clearTimeout(scrolled.timer);
    clearTimeout(change.timer);
    window.removeEventListener("scroll", scrolled);
  });
  view.isAt = (other) => JSON.stringify(valuesOf(filterOf(other))) === JSON.stringify(valuesOf(filter));
  const panes = split(view, { name: "The chosen request", back: () => ({ label: "All requests", values: valuesOf(filter) }),
    draw: (id) => requestView(view, id), top: [filters(filter, change, pause), only(filter)] });
  const { list } = panes;
  add(list, news, body, more);
  const opened = place.item && panes.open(place.item);
  await Promise.all([load(), opened]);
  requestAnimationFrame(() => {
    if (at) rowAt(at)?.scrollIntoView({ block: "start" });
    isInPlace = true;
  });
}
