// The start screen: refusals and their reasons, sign-ins, and what production would refuse.

import { control } from "./api.js";
import { badge, empty, facts, fill, h, moment } from "./dom.js";
import { adviceBox, because, headline, linked, statusBadge } from "./explain.js";
import { cause, codeOf } from "./advice.js";
import { copyButton } from "./copy.js";
import { listen } from "./live.js";
import { link } from "./router.js";
import { sdkLines } from "./sdk.js";
import { table } from "./table.js";
import { read } from "./requests.js";

export const title = "What happened";

export async function draw(view) {
  const { project } = view.place;
  const refused = h("section", { "aria-labelledby": "refused" });
  const signedIn = h("section", { "aria-labelledby": "signed-in" });
  const warned = h("section", { "aria-labelledby": "warned" });
  let requests = [];
  function show() {
    const isBad = (request) => request.status >= 400 || !request.status;
    showRefused(refused, requests.filter(isBad), requests.length, project);
    showSignIns(signedIn, requests.filter((request) => signIn(request) && !isBad(request)));
    showWarned(warned, requests.filter((request) => !isBad(request)
      && request.decisions.some((decision) => decision.outcome === "warned")));
  }
  view.add(refused, h("div", { class: "columns" }, signedIn, warned), await about());
  ({ rows: requests } = await read(undefined, {}, project, 200));
  show();
  listen(view, (batch) => {
    const news = batch.filter((request) => (!request.project || request.project === project)
      && request.isOfApp);
    if (!news.length) return;
    requests = [...news.reverse(), ...requests].slice(0, 200);
    show();
  });
}

function showRefused(section, requests, count, project) {
  const [last, ...others] = requests;
  if (!last) {
    fill(section, h("h2", { id: "refused" }, "Refused"), count
      ? empty(`None of the last ${count} requests of ${project} was refused. To meet an edge case with `
        + "your app, load a scenario.", link("Scenarios", "scenarios"))
      : empty(`No request came for ${project} yet. Paste one line into the app, before its first call:`,
        sdkLines()));
    return;
  }
  const why = cause(last);
  fill(section, h("h2", { id: "refused" }, "Refused last"),
    h("article", { class: "card bad" },
      h("p", { class: "quiet" }, moment(last.time), " · ", statusBadge(last),
        why ? [" · rule ", h("strong", null, linked(why.rule))] : null),
      h("h3", null, link(headline(last), "requests", last.id)),
      h("p", { class: "why" }, linked(because(last))),
      adviceBox(last),
      h("p", { class: "actions" },
        copyButton("Copy as curl", () => control.get(`requests/${last.id}`, { format: "curl" }), "the command"),
        copyButton("Copy report", () => control.get(`requests/${last.id}`, { format: "text" }), "the report"),
        link("Request and answer", "requests", last.id))),
    others.length ? h("ol", { class: "plain" }, others.slice(0, 6).map((request) => h("li", null,
      moment(request.time), " ", link(request.operation ?? request.path, "requests", request.id), " ",
      badge(codeOf(request) ?? request.status, "bad"), " ", because(request)))) : null,
    others.length > 6 ? h("p", null, link(`All ${requests.length} of the last 200 requests`, "requests")) : null);
}

/** Returns the sign-in of a request: {uid, how}. */
function signIn(request) {
  const decision = request.decisions.find(({ rule }) => rule === "session");
  const match = /^User (.+) is signed in with (.+)\.$/.exec(decision?.because ?? "");
  return match && { uid: match[1], how: match[2] };
}

function showSignIns(section, requests) {
  fill(section, h("h2", { id: "signed-in" }, "Signed in"), requests.length
    ? table("The last sign-ins", ["User", "With", "Time"], requests.slice(0, 8).map((request) => {
      const { uid, how } = signIn(request);
      return [link(uid, "users", uid), how, link(moment(request.time), "requests", request.id)];
    }))
    : empty("No user has signed in yet. Create a user, or mint what a native sign-in would hand the app.",
      link("Users", "users"), " ", link("Issuers", "issuers")));
}

function showWarned(section, requests) {
  fill(section, h("h2", { id: "warned" }, "Production would refuse"), requests.length
    ? h("ol", { class: "plain" }, requests.slice(0, 6).map((request) => h("li", null,
      moment(request.time), " ", link(request.operation ?? request.path, "requests", request.id), " ",
      badge(cause(request).rule, "warn"), " ", linked(because(request)))))
    : h("p", { class: "quiet" }, "Nothing that passed here, as far as the switches warn."));
}

async function about() {
  const health = await control.get("health");
  return h("details", null, h("summary", null, "This emulator, and the line for your app"),
    facts(["address", h("code", null, location.origin)], ["version", health.version],
      ["data", health.dataFile ?? "not stored"], ["profile", link(health.profile, "switches")],
      ["https", health.tlsUrl], ["certificate", health.caFile]),
    sdkLines());
}
