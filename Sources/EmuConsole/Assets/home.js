// The first screen: the reason why the last sign-in failed, and the answers that production would give otherwise.

import { control, latest } from "./api.js";
import { badge, facts, fill, h } from "./dom.js";
import { adviceBox, headline, linked, operationOf, reason, statusBadge } from "./explain.js";
import { cause } from "./advice.js";
import { copyButton } from "./copy.js";
import { changes, listen } from "./live.js";
import { isRefused, passes, read, withNews } from "./log.js";
import { readReport, showReport } from "./report.js";
import { link } from "./router.js";
import { sdkLines } from "./sdk.js";
import { firstSteps } from "./start.js";
import { table } from "./table.js";
import { moment } from "./time.js";

export const title = "Home";

const READ = 200;
const SIGN_IN = /^(?:accounts:signIn|accounts:signUp$|mfaSignIn:finalize|passkeySignIn:finalize)/;

export function isChangedBy(request) {
  return changes(request);
}

export async function draw(view) {
  const { place } = view;
  const filter = { project: place.project };
  const start = h("div");
  const last = h("section", { "aria-labelledby": "last-sign-in" });
  const refused = h("section", { "aria-labelledby": "refused" });
  const signedIn = h("section", { "aria-labelledby": "signed-in" });
  const production = h("section", { "aria-labelledby": "production" });
  let requests = [];
  const newest = latest();
  async function show() {
    const isFirst = !requests.length;
    const answer = await newest(isFirst ? firstSteps(place) : readReport(place.project));
    if (!answer) return;
    fill(start, isFirst ? answer : null);
    if (isFirst) return;
    const attemptOf = requests.find(({ operation }) => SIGN_IN.test(operation ?? ""));
    const refusals = requests.filter(isRefused);
    showLast(last, attemptOf, answer);
    showRefused(refused, refusals.filter((request) => request !== attemptOf), refusals.length);
    showSignIns(signedIn, requests.filter((request) => signIn(request) && !isRefused(request)));
    showReport(production, answer);
  }
  view.add(start, last, refused, production, signedIn, await about());
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

/** Returns the copies and links of a request. */
function actions(request) {
  return h("p", { class: "actions" },
    copyButton("Copy as curl", () => control.get(`requests/${request.id}`, { format: "curl", secrets: true }),
      "the command, with passwords and tokens"),
    copyButton("Copy the report", () => control.get(`requests/${request.id}`, { format: "text" }), "the report"),
    link("Request and response", "requests", request.id));
}

function card(request, kind, name) {
  const why = cause(request) ?? request.decisions.at(-1);
  return h("article", { class: `card ${kind}` },
    h("p", { class: "quiet" }, moment(request.time), " · ", statusBadge(request),
      why ? [" · rule ", h("strong", null, linked(why.rule))] : null),
    h("h3", null, link(name, "requests", request.id)),
    h("p", { class: "why" }, linked(reason(request))),
    isRefused(request) ? adviceBox(request) : null, actions(request));
}

/** Shows the reason why the last sign-in failed; one line where it did not. */
function showLast(section, request, report) {
  if (!request) return fill(section);
  const user = signIn(request);
  const heading = (text) => h("h2", { id: "last-sign-in" }, text);
  if (isRefused(request)) return fill(section, heading("The last sign-in failed"), card(request, "bad", headline(request)));
  if (user) {
    return fill(section, heading("The last sign-in"), h("p", { class: "card good" }, badge("succeeded", "good"), " ",
      link(nameOf(request, user), "users", user.localId), ` with ${user.method}, `, link(moment(request.time), "requests", request.id),
      otherwise(request, report)));
  }
  // A sign-in that waits for a second factor.
  return fill(section, heading("The last sign-in is not complete"), card(request, "warn", request.operation));
}

/** Returns a badge for a request that production would have answered differently. */
function otherwise({ decisions }, { differences }) {
  const rules = new Set(differences.map(({ rule }) => rule));
  return decisions.some(({ rule, outcome }) => outcome === "warned" && rules.has(rule))
    ? [" ", badge("different in production", "warn")] : null;
}

function showRefused(section, requests, count) {
  const [last, ...others] = requests;
  if (!last) return fill(section);
  return fill(section, h("h2", { id: "refused" }, "Latest refusals"), card(last, "bad", headline(last)),
    others.length ? h("ol", { class: "plain" }, others.slice(0, 6).map((request) => h("li", null,
      moment(request.time), " ", link(operationOf(request), "requests", request.id), " ",
      badge(request.code ?? request.status, "bad"), " ", reason(request)))) : null,
    others.length > 6 ? h("p", null, link(`All ${count} of the last ${READ} requests`, "requests", undefined, {
      outcome: "refused" })) : null);
}

/** Returns the decision that a user is signed in: {localId, method}; nothing without one. */
function signIn(request) {
  return request.decisions.find(({ method }) => method);
}

function nameOf(request, { localId }) {
  return request.user?.email ?? localId;
}

function showSignIns(section, requests) {
  fill(section, h("h2", { id: "signed-in" }, "Signed in"), requests.length
    ? table("The last sign-ins", ["User", "With", "Time"], requests.slice(0, 8).map((request) => {
      const user = signIn(request);
      return [link(nameOf(request, user), "users", user.localId), user.method, link(moment(request.time), "requests", request.id)];
    }))
    : h("p", { class: "quiet" }, "No user has signed in yet."));
}

async function about() {
  const health = await control.get("health");
  return h("details", null, h("summary", null, "This emulator, and the lines for your app"),
    facts(["address", h("code", null, location.origin)], ["version", health.version],
      ["data", health.dataFile ?? "not stored"], ["profile", link(health.profile, "switches")],
      ["https", health.tlsUrl], ["certificate", health.caFile]),
    sdkLines());
}
