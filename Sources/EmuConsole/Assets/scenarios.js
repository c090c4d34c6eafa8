// Runnable edge cases, and recordings of an app's requests.

import { at, control } from "./api.js";
import { confirm } from "./confirm.js";
import { attempt, button, code, empty, facts, fill, h } from "./dom.js";
import { field } from "./form.js";
import { copyButton } from "./copy.js";
import { changes } from "./live.js";
import { keep } from "./place.js";
import { dropRecording, finishRecording, runResult } from "./recording.js";
import { link } from "./router.js";
import { table } from "./table.js";
import { moment } from "./time.js";

export const title = "Scenarios";

export function isChangedBy(request, { item }) {
  return !item && changes(request, "recordings");
}

const SDKS = { ios: "Apple", android: "Android", web: "Web", cpp: "C++, Unity", flutter: "Flutter" };

export async function draw(view) {
  if (view.place.item) return drawScenario(view, view.place.item);
  const [{ scenarios }, { recordings }] = await Promise.all([
    control.get("scenarios"), control.get("recordings")]);
  const list = h("ul", { class: "plain rows" });
  function show(words) {
    const found = scenarios.filter(({ name, title: text, why }) =>
      `${name} ${text} ${why}`.toLowerCase().includes(words.toLowerCase()));
    fill(list, found.map(({ name, title: text, why }) => h("li", null,
      h("h2", null, link(text, "scenarios", name)), h("p", null, why),
      h("p", { class: "quiet" }, h("code", null, name)))));
    if (!found.length) fill(list, h("li", null, empty("No scenario has these words.")));
  }
  view.add(
    h("p", { class: "lead" }, "Each is an edge case with its state, its requests and the expected answers. "
      + "Load one to test your app with it, or run it to check the emulator."),
    h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
      field("words", "Search", { type: "search", value: view.place.search,
        oninput: (event) => {
          keep({ q: event.target.value });
          show(event.target.value);
        } })),
    recordingList(recordings), list);
  show(view.place.search);
  return undefined;
}

function recordingList(recordings) {
  if (!recordings.length) return null;
  return h("section", null, h("h2", null, "Recordings under way"),
    table("Recordings", ["Project", "Since", "Requests", "Actions"], recordings.map((recording) => [
      recording.project, moment(recording.startedAt), recording.requests,
      h("span", { class: "actions" }, button("Finish", () => finishRecording(recording)),
        button("Discard", () => dropRecording(recording)))])));
}

async function drawScenario(view, name) {
  const scenario = await control.get(at`scenarios/${name}`);
  view.name(scenario.title);
  const report = h("section", { "aria-live": "polite", "data-kept": "" });
  async function run() {
    fill(report, h("p", null, "Running…"));
    const result = await attempt(() => control.post(at`scenarios/${name}:run`, {}));
    if (!result) return fill(report);
    return fill(report, h("h2", null, "Result"), runResult(result));
  }
  async function load() {
    const { project } = view.place;
    const goes = await confirm(`Load the scenario into ${project}?`,
      `The project ${project} is emptied first; a snapshot can restore it.`, "Empty and load");
    if (!goes) return;
    await attempt(() => control.post(at`scenarios/${name}:load`, { project }),
      `${project} has the state that the scenario begins with.`);
  }
  view.add(
    h("p", { class: "lead" }, scenario.why),
    h("p", { class: "actions" }, button("Run it", run, { class: "main" }),
      button(`Load it into ${view.place.project}`, load),
      copyButton("Copy the command", `auth-emulator scenarios run ${name}`, "the command")),
    report,
    scenario.errors ? [h("h2", null, "In an SDK"), facts(
      ...Object.entries(scenario.errors).map(([sdk, error]) => [SDKS[sdk] ?? sdk, error]))] : null,
    h("h2", null, "Steps"),
    h("ol", { class: "steps" }, scenario.steps.map((step) => h("li", null,
      h("p", null, step.about ?? ""), h("p", { class: "quiet" }, h("code", null, step.call)),
      step.expect?.because ? h("p", { class: "quiet" }, step.expect.because) : null))),
    h("details", null, h("summary", null, "The complete scenario"), code(scenario)));
}
