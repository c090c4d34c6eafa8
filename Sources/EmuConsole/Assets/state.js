// The strip above every screen: faults, clock, recording and switches that are set, each with a reset.

import { SWITCHES } from "./advice.js";
import { at, control, latest } from "./api.js";
import { attempt, button, count, fill, h, icon, quiet } from "./dom.js";
import { removeFaults } from "./faults.js";
import { restoreFocus, savedFocus } from "./focus.js";
import { changes, reconnect } from "./live.js";
import { here } from "./place.js";
import { finishRecording, dropRecording, startRecording } from "./recording.js";
import { link, redraw } from "./router.js";
import { duration, emulatorNow, moment, setClock } from "./time.js";

/** The strip. Its height is always the same, so that no change moves a screen. */
export const stateBar = h("div", { class: "state", role: "region", "aria-label": "State of the emulator", tabindex: "0" });
/** The button that begins a recording, while none runs. */
export const recordSwitch = h("p", { class: "record", hidden: true },
  button("Start a recording", () => startRecording(here().project)));

/** The most milliseconds of a timer in a browser. */
const LONGEST_TIMER = 2 ** 31 - 1;

let state = {};
let isLive;
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

/** The icon of each part. */
const MARKS = { connection: "bad", clock: "clock", faults: "faults", profile: "switches", recording: "requests" };

function part(kind, name, text, ...exits) {
  return h("p", { class: kind, "data-part": name }, icon(MARKS[name]), h("span", null, text),
    h("span", { class: "actions small" }, exits));
}

/** Returns a button that changes the state and draws the screen again. */
function exit(name, work, done) {
  return button(name.split(" ")[0], async () => {
    if (await attempt(work, done) !== undefined) redraw();
  }, { "aria-label": name });
}

function clockPart({ offsetMilliseconds, frozen, now }) {
  if (!offsetMilliseconds && !frozen) return null;
  const distance = duration(Math.abs(offsetMilliseconds));
  const text = frozen ? `Stopped at ${now.slice(0, 19).replace("T", " ")} UTC`
    : `${distance} ${offsetMilliseconds > 0 ? "ahead" : "behind"}`;
  return part("warn", "clock", [link("Clock", "clock"), ` ${text}`],
    exit("Reset the clock", () => control.post("clock:reset"), "The clock is that of this machine."));
}

function faultPart(faults) {
  if (!faults.length) return null;
  return part("bad", "faults", link(count(faults.length, "fault"), "faults"),
    button("Remove", removeFaults, { "aria-label": "Remove the faults" }));
}

/** Returns the profile and the switches that differ from the compatible ones. */
function profilePart(settings, project) {
  const { profile } = settings;
  const changed = Object.values(SWITCHES).filter(({ name, ...one }) => settings[name] !== one[profile]);
  if (profile === "compatible" && !changed.length) return null;
  return part("info", "profile", [profile === "compatible" ? null : `Profile ${profile} `,
    link(changed.length ? `${count(changed.length, "switch")} changed` : "Switches", "switches", null,
      { part: changed[0]?.name })],
  exit("Reset the switches", () => control.patch(at`projects/${project}/settings`, { profile: "compatible" }),
    "The switches are those of the profile compatible."));
}

function recordingPart(recording) {
  return part("info", "recording", [`Recording ${recording.project} since `, moment(recording.startedAt),
    `: ${count(recording.requests, "request")}`],
  button("Finish", () => finishRecording(recording), { class: "main", "aria-label": "Finish the recording" }),
  button("Discard", () => dropRecording(recording), { "aria-label": "Discard the recording" }));
}

function show() {
  const { clock, faults, recordings, settings, project } = state;
  const parts = [
    isLive === false ? part("bad", "connection", "The emulator does not answer.",
      button("Connect", reconnect)) : null,
    clock && clockPart(clock), faults && faultPart(faults), settings && profilePart(settings, project),
    ...(recordings ?? []).map(recordingPart)].filter(Boolean);
  const focus = stateBar.contains(document.activeElement) && savedFocus(stateBar);
  fill(stateBar, parts.length || !clock ? parts
    : quiet("No fault, no recording, the clock of this machine, every switch as in compatible."));
  if (focus) restoreFocus(stateBar, focus);
  recordSwitch.hidden = !recordings || recordings.some((recording) => recording.project === project);
}
