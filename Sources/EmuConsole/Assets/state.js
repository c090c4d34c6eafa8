// The unusual parts of the emulator's state: a bar above every screen, each part with its way out.

import { at, control, latest } from "./api.js";
import { attempt, button, count, fill, h } from "./dom.js";
import { removeFaults } from "./faults.js";
import { restoreFocus, savedFocus } from "./focus.js";
import { changes, reconnect } from "./live.js";
import { here } from "./place.js";
import { finishRecording, dropRecording, startRecording } from "./recording.js";
import { link, redraw } from "./router.js";
import { duration, emulatorNow, moment, setClock } from "./time.js";

/** The bar; it has no part while everything is as after the start. */
export const stateBar = h("div", { class: "state", role: "region", "aria-label": "State of the emulator", hidden: true });
/** The button that begins a recording, while none runs. */
export const recordSwitch = h("p", { class: "record", hidden: true },
  button("Start a recording", () => startRecording(here().project)));

/** The most milliseconds of a timer in a browser. */
const LONGEST_TIMER = 2 ** 31 - 1;

let state = {};
let isLive;
let reload;
const newest = latest();

/** Returns true for a request that may have changed the bar. */
export function isConcerned(request) {
  return changes(request, "clock", "faults", "issuers", "recordings", `projects/${here().project}/settings`)
    || request.decisions.some(({ rule }) => rule === "fault")
    || state.recordings?.some(({ project }) => project === request.project);
}

/** Reads the state, and shows it. */
export async function refreshState() {
  const { project } = here();
  const answers = await newest(Promise.all([
    control.get("clock"), control.get("faults"), control.get("recordings"),
    control.get(at`projects/${project}/settings`)]));
  if (!answers) return;
  const [clock, { faults }, { recordings }, settings] = answers;
  state = { clock, faults, recordings, settings, project };
  setClock(clock);
  show();
  expireFaults(faults, clock);
}

/** Reads the state again when the next fault ends, which no request reports. */
function expireFaults(faults, { frozen }) {
  clearTimeout(expireFaults.timer);
  const ends = faults.map(({ expiresAt }) => Date.parse(expiresAt)).filter((time) => time > emulatorNow());
  const rest = Math.min(...ends) - emulatorNow() + 100;
  if (frozen || rest > LONGEST_TIMER) return;
  expireFaults.timer = setTimeout(() => {
    if (["faults", "issuers"].includes(here().screen)) redraw({ follows: true });
    else refreshState().catch(() => {});
  }, rest);
}

export function setLive(value) {
  isLive = value;
  show();
}

/** Offers to show a change of the screen, which would lose typed text. */
export function setStale(callback) {
  reload = callback;
  show();
}

function part(kind, name, text, ...exits) {
  return h("p", { class: kind, "data-part": name }, h("span", null, text), h("span", { class: "actions" }, exits));
}

/** Returns a button that changes the state and draws the screen again. */
function exit(label, work, done) {
  return button(label, async () => {
    if (await attempt(work, done) !== undefined) redraw();
  });
}

function clockPart({ offsetMilliseconds, frozen, now }) {
  if (!offsetMilliseconds && !frozen) return null;
  const distance = duration(Math.abs(offsetMilliseconds));
  const text = frozen ? `The clock is stopped at ${now.slice(0, 19).replace("T", " ")} UTC. `
    : `The clock is ${distance} ${offsetMilliseconds > 0 ? "ahead" : "behind"}. `;
  return part("warn", "clock", [text, link("Clock", "clock")],
    exit("Reset the clock", () => control.post("clock:reset"), "The clock is that of this machine."));
}

function faultPart(faults) {
  if (!faults.length) return null;
  const text = `${count(faults.length, "fault")} ${faults.length === 1 ? "is" : "are"} set. `;
  return part("bad", "faults", [text, link("Faults", "faults")], button("Remove the faults", removeFaults));
}

function profilePart({ profile }, project) {
  if (profile !== "production") return null;
  return part("info", "profile", [`${project} has the profile production. `, link("Switches", "switches")],
    exit("Set to compatible", () => control.patch(at`projects/${project}/settings`, { profile: "compatible" }),
      "The switches are those of the profile compatible."));
}

function recordingPart(recording) {
  return part("info", "recording", [`Recording ${recording.project} since `, moment(recording.startedAt),
    `: ${count(recording.requests, "request")}.`],
  button("Finish the recording", () => finishRecording(recording), { class: "main" }),
  button("Discard the recording", () => dropRecording(recording)));
}

function show() {
  const { clock, faults, recordings, settings, project } = state;
  const parts = [
    isLive === false ? part("bad", "connection", "The emulator does not answer. The screen may be out of date.",
      button("Connect", reconnect)) : null,
    reload ? part("info", "stale", "What this screen shows may have changed.",
      button("Show the change", reload)) : null,
    clock && clockPart(clock), faults && faultPart(faults), settings && profilePart(settings, project),
    ...(recordings ?? []).map(recordingPart)].filter(Boolean);
  const focus = stateBar.contains(document.activeElement) && savedFocus(stateBar);
  fill(stateBar, parts);
  if (focus) restoreFocus(stateBar, focus);
  stateBar.hidden = !parts.length;
  recordSwitch.hidden = !recordings || recordings.some((recording) => recording.project === project);
}
