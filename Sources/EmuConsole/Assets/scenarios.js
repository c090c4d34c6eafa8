// Runnable edge cases, and recordings of an app's requests.

import { at, control } from "./api.js";
import { confirm, formDialog } from "./confirm.js";
import { attempt, badge, button, code, empty, facts, fill, h, moment, say } from "./dom.js";
import { field } from "./form.js";
import { copyButton } from "./copy.js";
import { address } from "./place.js";
import { link, redraw } from "./router.js";
import { table } from "./table.js";

export const title = "Scenarios";

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
    h("p", { class: "lead" }, "Each is an edge case with its state, its requests and what they are answered with. "
      + "Load one to meet it with your app, or run it to see that it holds."),
    h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
      field("words", "Search", { type: "search", value: view.place.search,
        oninput: (event) => show(event.target.value) }),
      recordingButton(view.place, recordings)),
    recordingList(recordings), list);
  show(view.place.search);
  return undefined;
}

/** Returns the button that starts and ends the recording of an app. */
export function recordingButton({ project }, recordings) {
  const running = recordings.find((recording) => recording.project === project);
  return running
    ? button("Finish the recording", () => finish(running.id), { class: "push main" })
    : button("Start a recording", async () => {
      await attempt(() => control.post("recordings", { project }),
        `Recording the requests of ${project}. Do what fails, then finish the recording.`);
      redraw();
    }, { class: "push" });
}

function recordingList(recordings) {
  if (!recordings.length) return null;
  return h("section", null, h("h2", null, "Recordings under way"),
    table("Recordings", ["Project", "Since", "Requests", "Actions"], recordings.map(({ id, project, startedAt, requests }) => [
      project, moment(startedAt), requests,
      h("span", { class: "actions" }, button("Finish", () => finish(id)),
        button("Drop", async () => {
          if (await confirm("Drop the recording?", "Nothing of it is kept.", "Drop")) {
            await attempt(() => control.remove(at`recordings/${id}`), "Dropped.");
            redraw();
          }
        }))])));
}

function finish(id) {
  return formDialog("Finish the recording", [field("title", "Title", { value: "What fails" })], "Finish",
    async (data) => {
      const { scenario, warnings } = await control.post(at`recordings/${id}:finish`, {
        title: data.get("title") });
      const file = new Blob([JSON.stringify(scenario, null, 2)], { type: "application/json" });
      const anchor = h("a", { href: URL.createObjectURL(file), download: "scenario.json" });
      anchor.click();
      URL.revokeObjectURL(anchor.href);
      say(["The scenario is downloaded.", ...warnings].join(" "));
      redraw();
    });
}

async function drawScenario(view, name) {
  const scenario = await control.get(at`scenarios/${name}`);
  view.name(scenario.title);
  const report = h("section", { "aria-live": "polite" });
  async function run() {
    fill(report, h("p", null, "Running…"));
    const result = await attempt(() => control.post(at`scenarios/${name}:run`, {}));
    if (!result) return fill(report);
    return fill(report, h("h2", null, "Result"),
      h("p", null, result.passed ? badge("passed", "good") : badge("failed", "bad"), " in the project ",
        h("a", { href: address("requests", undefined, { project: result.project }) }, result.project)),
      h("ol", null, result.steps.map((step) => h("li", null,
        step.passed ? badge(step.status, "good") : badge(step.status ?? "failed", "bad"), " ",
        step.about ?? "", " ", h("code", null, step.call), step.problem ? h("p", { role: "alert" }, step.problem) : null))));
  }
  async function load() {
    const { project } = view.place;
    const goes = await confirm(`Load the scenario into ${project}?`,
      `The project ${project} is emptied first; a snapshot can bring back what it has.`, "Empty and load");
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
    h("details", null, h("summary", null, "The whole scenario"), code(scenario)));
}
