// The recording of an app's requests: begun, ended, and shown with its file, its steps and a replay.

import { at, control } from "./api.js";
import { confirm, dialog, formDialog } from "./confirm.js";
import { copyButton } from "./copy.js";
import { attempt, badge, button, fill, h } from "./dom.js";
import { field } from "./form.js";
import { link, redraw } from "./router.js";

export async function startRecording(project) {
  const isStarted = await attempt(() => control.post("recordings", { project }),
    `Recording the requests of ${project}. Repeat what fails, then finish the recording.`);
  if (isStarted) redraw();
}

export async function dropRecording({ id }) {
  if (await confirm("Discard the recording?", "Its requests stay in the log only.", "Discard",
    () => control.remove(at`recordings/${id}`), "The recording is discarded.")) redraw();
}

export async function finishRecording({ id }) {
  let recorded;
  await formDialog("Finish the recording", [field("title", "Title", { value: "What fails" })], "Finish",
    async (data) => {
      recorded = await control.post(at`recordings/${id}:finish`, { title: data.get("title") });
    });
  if (!recorded) return;
  redraw();
  await showScenario(recorded.scenario, recorded.warnings);
}

/** Returns a link that downloads a text as a file. */
function fileLink(label, name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  return h("a", { href: url, download: name, class: "button main" }, label);
}

/** Returns the steps of a scenario, with their results if they have run in a project. */
function stepList(steps, project) {
  return h("ol", { class: "steps" }, steps.map((step) => h("li", null,
    step.passed === undefined ? null
      : [badge(step.passed ? "as expected" : "not as expected", step.passed ? "good" : "bad"), " "],
    step.about ?? "", " ", h("code", null, step.call),
    step.status ? [" ", badge(step.status, step.status < 400 ? "" : "bad")] : null,
    step.request ? [" ", link("Request", "requests", step.request, { project, tenant: "" })] : null,
    step.problem ? h("p", { role: "alert" }, step.problem) : null)));
}

/** Runs a scenario, and shows the result in a section: its project and each step. */
export async function runIn(report, path, body) {
  fill(report, h("p", null, "Running…"));
  const result = await attempt(() => control.post(path, body));
  fill(report, result && [h("p", null, result.passed ? badge("passed", "good") : badge("failed", "bad"), " in the project ",
    link(result.project, "requests", undefined, { project: result.project, tenant: "" })),
  stepList(result.steps, result.project)]);
}

/** Shows a recorded scenario: its file, its steps, and a run of it. */
function showScenario(scenario, warnings = []) {
  const text = JSON.stringify(scenario, null, 2);
  const file = fileLink("Download scenario.json", "scenario.json", "application/json", text);
  const report = h("section", { "aria-live": "polite" });
  return dialog("The recorded scenario", [
    warnings.map((warning) => h("p", { role: "alert" }, warning)),
    h("p", { class: "actions" }, file, button("Replay it", () => runIn(report, "scenarios:run", { scenario })),
      copyButton("Copy the JSON", text, "the scenario"),
      copyButton("Copy the command", "auth-emulator scenarios run scenario.json", "the command")),
    report, h("h3", null, `Steps (${scenario.steps.length})`), stepList(scenario.steps),
  ]).finally(() => URL.revokeObjectURL(file.href));
}
