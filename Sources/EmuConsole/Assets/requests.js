// The log of requests, live.

import { control } from "./api.js";
import { button, empty, h, moment } from "./dom.js";
import { because, statusBadge } from "./explain.js";
import { describeFaults } from "./faults.js";
import { check, choice, field } from "./form.js";
import { listen } from "./live.js";
import { drawRequest } from "./request.js";
import { link } from "./router.js";
import { codeOf } from "./advice.js";
import { recordingButton } from "./scenarios.js";
import { sdkLines } from "./sdk.js";
import { paged } from "./table.js";

export const title = "Requests";

const COLUMNS = ["Time", "Status", "Operation", "Why", "Took"];
const PAGE = 50;
/** The number of requests in one read: at most some 100 KB. */
const PART = 100;

/** Returns a request as a row of the list. */
export function row(request) {
  const name = request.operation ?? `${request.method} ${request.path.split("?")[0]}`;
  return {
    attributes: { class: request.status >= 400 || !request.status ? "bad" : null },
    list: [
      moment(request.time), statusBadge(request), link(name, "requests", request.id),
      [codeOf(request) && request.status >= 400 ? [h("code", null, codeOf(request)), " "] : null,
        because(request)],
      `${(request.latencyMicroseconds / 1000).toFixed(1)} ms`,
    ],
  };
}

/** Returns true if a request matches the filters. */
function passes(request, filter, project) {
  if (!filter.calls && !request.isOfApp) return false;
  if (!filter.all && request.project && request.project !== project) return false;
  if (filter.outcome === "refused" && request.status && request.status < 400) return false;
  if (filter.outcome === "warned"
    && !request.decisions.some((decision) => decision.outcome === "warned")) return false;
  if (!filter.text) return true;
  const names = `${request.operation} ${filter.names?.get(request.operation) ?? ""}`;
  const text = `${names} ${request.path} ${request.status} ${request.error ?? ""} ${
    request.decisions.map((decision) => `${decision.rule} ${decision.because}`).join(" ")}`;
  return text.toLowerCase().includes(filter.text.toLowerCase());
}

/** Returns the last matching requests, from the newest or from a given one; reads the log in parts. */
export async function read(before, filter, project, count = PAGE) {
  const rows = [];
  let last = before;
  for (;;) {
    const { requests } = await control.get("requests", { bodies: false, limit: PART, before: last });
    for (const request of requests) {
      last = request.id;
      if (passes(request, filter, project)) rows.push(request);
      if (rows.length === count) return { rows, last, hasMore: true };
    }
    if (requests.length < PART) return { rows, last, hasMore: false };
  }
}

export async function draw(view) {
  if (view.place.item) return drawRequest(view, view.place.item);
  const { project } = view.place;
  const [{ recordings }, { operations }] = await Promise.all([control.get("recordings"), describeFaults()]);
  // An operation is found by each of its names.
  const names = new Map(operations.map(({ name, otherNames }) => [name, otherNames.join(" ")]));
  const filter = { outcome: "", text: view.place.search, calls: false, all: false, names };
  const place = h("div");
  const state = h("span", { class: "quiet" }, "connecting…");
  let list;
  function none() {
    return filter.text || filter.outcome
      ? empty("No request passes these filters.")
      : empty(`No request came for ${project} yet. Paste one line into the app, before its first call:`,
        sdkLines());
  }
  async function load() {
    let last;
    list = paged("Requests, the newest first", COLUMNS, async (add) => {
      const part = await read(last, filter, project);
      last = part.last;
      add(part.rows.map(row));
      return part.hasMore;
    }, none);
    place.replaceChildren(list.element);
    await list.next();
  }
  listen(view, (batch) => {
    const news = batch.filter((request) => passes(request, filter, project));
    const grid = list?.element.querySelector(".scroll");
    if (!news.length || !grid) return;
    if (grid.hidden) return load();
    for (const request of news) grid.prependRow(row(request));
    while (grid.body.rows.length > 300) grid.body.lastChild.remove();
    return undefined;
  }, (isLive) => { state.textContent = isLive ? "● live" : "○ not connected"; });
  const change = (name) => (event) => {
    const { target } = event;
    filter[name] = target.type === "checkbox" ? target.checked : target.value;
    clearTimeout(change.timer);
    change.timer = setTimeout(load, 150);
  };
  view.add(
    h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
      field("text", "Filter", { type: "search", value: filter.text, oninput: change("text"),
        placeholder: "operation, code, rule or words" }),
      choice("outcome", "Outcome", [["", "every"], ["refused", "refused"], ["warned", "warned"]],
        { onchange: change("outcome") }),
      check("all", "Every project", false, { onchange: change("all") }),
      check("calls", "Control calls", false, { onchange: change("calls") }),
      recordingButton(view.place, recordings)),
    h("p", null, state), place);
  await load();
}
