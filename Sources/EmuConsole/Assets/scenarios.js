// Runnable edge cases, and recordings of an app's requests.

import { at, control } from "./api.js";
import { sdkErrors } from "./client.js";
import { confirm } from "./confirm.js";
import { button, code, empty, facts, fill, folded, h, lead, quiet } from "./dom.js";
import { field, filterBar } from "./form.js";
import { copyButton } from "./copy.js";
import { keep } from "./place.js";
import { runIn } from "./recording.js";
import { link } from "./router.js";

export const title = "Scenarios";

export async function draw(view) {
  if (view.place.item) return drawScenario(view, view.place.item);
  const { scenarios } = await control.get("scenarios");
  const list = h("ul", { class: "plain rows" });
  function show(words) {
    const found = scenarios.filter(({ name, title: text, why }) =>
      `${name} ${text} ${why}`.toLowerCase().includes(words.toLowerCase()));
    fill(list, found.map(({ name, title: text, why }) => h("li", null,
      h("h2", null, link(text, "scenarios", name)), h("p", null, why),
      quiet(h("code", null, name)))));
    if (!found.length) fill(list, h("li", null, empty("No scenario has these words.")));
  }
  view.add(
    lead("Each is an edge case with its state, its requests and the expected answers. "
      + "Load one to test your app with it, or run it to check the emulator."),
    filterBar(
      field("words", "Search", { type: "search", value: view.place.search,
        oninput: (event) => {
          keep({ q: event.target.value });
          show(event.target.value);
        } })),
    list);
  show(view.place.search);
  return undefined;
}

async function drawScenario(view, name) {
  const scenario = await control.get(at`scenarios/${name}`);
  view.name(scenario.title);
  const report = h("section", { "aria-live": "polite", "data-kept": "" });
  const { project } = view.place;
  const load = () => confirm(`Load the scenario into ${project}?`,
    `The project ${project} is emptied first; a snapshot can restore it.`, "Empty and load",
    () => control.post(at`scenarios/${name}:load`, { project }), `${project} has the state that the scenario begins with.`);
  view.add(
    lead(scenario.why),
    h("p", { class: "actions" }, button("Run it", () => runIn(report, at`scenarios/${name}:run`, {}), { class: "main" }),
      button(`Load it into ${project}`, load),
      copyButton("Copy the command", `auth-emulator scenarios run ${name}`, "the command")),
    report,
    scenario.errors ? [h("h2", null, "In an SDK"), facts(...sdkErrors(scenario.errors))] : null,
    h("h2", null, "Steps"),
    h("ol", { class: "steps" }, scenario.steps.map((step) => h("li", null,
      h("p", null, step.about ?? ""), quiet(h("code", null, step.call)),
      step.expect?.reason ? quiet(step.expect.reason) : null))),
    folded("The complete scenario", code(scenario)));
}
