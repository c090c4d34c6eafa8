// The first screen: what happened just now and why, and the answers that production would give otherwise.

import { control, latest } from "./api.js";
import { bars } from "./chart.js";
import { badge, empty, facts, fill, folded, h, quiet } from "./dom.js";
import { adviceBox, headline, reason, statusBadge } from "./explain.js";
import { changes, listen } from "./live.js";
import { isRefused, passes, read, withNews } from "./log.js";
import { EMULATOR } from "./place.js";
import { readReport, showReport } from "./report.js";
import { link } from "./router.js";
import { sdkLines } from "./sdk.js";
import { firstSteps } from "./start.js";
import { moment } from "./time.js";

export const title = "Home";

const READ = 200;
/** The number of sign-ins and refusals of the timeline, and the minutes of the bars above it. */
const SHOWN = 12;
const MINUTES = 30;

export function isChangedBy(request) {
  return changes(request);
}

export async function draw(view) {
  const { place } = view;
  const filter = { project: place.project };
  const start = h("div");
  const timeline = h("section", { "aria-labelledby": "just-now" });
  const production = h("section", { "aria-labelledby": "production" });
  const columns = h("div", { class: "wide", hidden: true }, timeline, h("div", null, production));
  let requests = [];
  const newest = latest();
  async function show() {
    const isFirst = !requests.length;
    const answer = await newest(isFirst ? firstSteps(place) : readReport(place.project));
    if (!answer) return;
    fill(start, isFirst ? answer : null);
    columns.hidden = isFirst;
    if (isFirst) return;
    showTimeline(timeline, requests, answer);
    showReport(production, answer);
  }
  view.add(start, columns, await about());
  // What comes while the log is read.
  let early = [];
  listen(view, (batch) => {
    const news = batch.filter((request) => passes(request, filter));
    if (early) early.push(...news);
    else if (news.length) {
      requests = withNews(requests, news).slice(0, READ);
      show();
    }
  });
  const { rows } = await read(undefined, filter, READ);
  requests = withNews(rows, early);
  early = null;
  await show();
}

/** Returns the decision that a user is signed in: {localId, method}; nothing without one. */
function signIn(request) {
  return isRefused(request) ? undefined : request.decisions.find(({ method }) => method);
}

/** Shows the newest sign-ins and refusals, the newest refusal with what to change. */
function showTimeline(section, requests, report) {
  const events = requests.filter((request) => isRefused(request) || signIn(request));
  const shown = events.slice(0, SHOWN);
  const last = shown.find(isRefused);
  fill(section, h("h2", { id: "just-now" }, "Just now"),
    bars(events.map((request) => ({ time: request.time, kind: isRefused(request) ? "bad" : "good" })), MINUTES),
    shown.length ? h("ol", { class: "plain timeline" }, shown.map((request) => h("li", null,
      h("span", null, link(moment(request.time), "requests", request.id)),
      h("div", null, isRefused(request) ? refusal(request, request === last) : success(request, report)))))
      : empty("No sign-in and no refusal yet.", link("All requests", "requests")),
    events.length > SHOWN ? h("p", null, link("All requests", "requests"), " · ",
      link("All refusals", "requests", undefined, { outcome: "refused" })) : null);
}

function success(request, { differences }) {
  const user = signIn(request);
  const rules = new Set(differences.map(({ rule }) => rule));
  return [badge("signed in", "good"), " ", link(request.user?.email ?? user.localId, "users", user.localId),
    ` with ${user.method}`, request.decisions.some(({ rule, outcome }) => outcome === "warned" && rules.has(rule))
      ? [" ", badge("different in production", "warn")] : null];
}

function refusal(request, isLast) {
  if (!isLast) {
    return [statusBadge(request), " ", link(headline(request), "requests", request.id), quiet(reason(request))];
  }
  return h("article", { class: "card bad" },
    h("p", null, statusBadge(request), " ", h("strong", null, link(headline(request), "requests", request.id))),
    h("p", { class: "why" }, reason(request)), adviceBox(request));
}

async function about() {
  const health = await control.get("health");
  return folded("This emulator, and the lines for your app",
    facts(["address", h("code", null, EMULATOR)], ["version", health.version],
      ["data", health.dataFile ?? "not stored"], ["profile", link(health.profile, "switches")],
      ["https", health.tlsUrl], ["certificate", health.caFile]),
    sdkLines());
}
