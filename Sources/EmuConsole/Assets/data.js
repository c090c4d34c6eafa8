// Seeds, exports, API keys, and resets.

import { CONTROL, at, control, query, scope } from "./api.js";
import { confirm, formDialog } from "./confirm.js";
import { button, code, count, fill, folded, h, say, section } from "./dom.js";
import { exportSection } from "./exports.js";
import { area, field } from "./form.js";
import { link } from "./router.js";
import { tenantSection } from "./tenants.js";
import { importSection, typeOf } from "./transfer.js";

export const title = "Data";

function example(project) {
  return JSON.stringify({ version: 1, projects: { [project]: { users: [{
    localId: "ann", email: "ann@example.com", emailVerified: true, password: "secret1",
    displayName: "Ann Lee" }] } } }, null, 2);
}

function seed(place, result) {
  return formDialog("Load a seed", [
    area("document", "Seed document (JSON5)", { value: example(place.project), rows: 14,
      hint: "seed-data/README.md of the repository has the form. Loading one twice changes nothing." }),
    field("file", "or a file, JSON5 or YAML", { type: "file" }),
  ], "Load", async (data) => {
    const file = data.get("file");
    const body = file.name ? new Blob([file], { type: typeOf(file) }) : data.get("document");
    const report = await control.post(`${at`projects/${place.project}/import`}?format=seed`, body);
    say(`Created ${count(report.stored, "user")}, updated ${report.updated}.`);
    fill(result, report.warnings.map((warning) => h("p", { role: "alert" }, warning)));
  });
}

async function removeUsers(place) {
  const name = place.tenant || place.project;
  await confirm(`Delete every user of ${name}?`,
    "They cannot be restored, unless a snapshot has them.", "Delete the users",
    () => control.remove(`${scope(place)}/accounts`), `${name} has no users now.`);
}

async function reset(to, project) {
  await confirm(to === "seed" ? "Reset to the seeds of the start?" : `Empty ${project}?`,
    "Users, tenants, codes, people and faults are deleted, unless a snapshot has them; clock and switches get "
    + "their values after the start.", to === "seed" ? "Reset" : "Empty it",
    () => control.post("reset", to === "seed" ? { to } : { to, projects: [project] }), "Done.");
}

function register(place) {
  return formDialog("Register an API key", [
    field("apiKey", "Key", { required: true, hint: `It selects ${place.project} from then on.` }),
  ], "Register", async (data) => {
    await control.post(at`projects/${place.project}/apiKeys`, { apiKey: data.get("apiKey") });
    say("The key is registered.");
  });
}

export async function draw(view) {
  const { place } = view;
  const loaded = h("div", { "data-kept": "" });
  view.add(
    h("div", { class: "columns" }, importSection(place), exportSection(place),
      section("Seed",
        h("p", null, "Stores users, providers, people and switches, atomically."),
        button("Load a seed", () => seed(place, loaded)), loaded),
      section("API keys",
        h("p", null, "The key ", h("code", null, `emulator-${place.project}`),
          " selects this project, once it exists. Register the key of your app."),
        button("Register an API key", () => register(place))),
      tenantSection(place),
      section("Reset",
        h("p", null, "Take a ", link("snapshot", "snapshots"), " first, to be able to restore the state."),
        h("p", { class: "actions" },
          button(`Delete every user of ${place.tenant || place.project}`, () => removeUsers(place),
            { class: "danger" }),
          button(`Empty ${place.project}`, () => reset("empty", place.project), { class: "danger" }),
          button("Reset to the seeds of the start", () => reset("seed"), { class: "danger" })))),
    folded("The same in a script", code(
      `curl -X POST ${CONTROL}seed --data-binary @seed.json\n`
      + `curl '${CONTROL}export${query({ project: place.project })}' > ${place.project}.json\n`
      + `curl -X POST '${CONTROL}${at`projects/${place.project}/import`}${query({ tenant: place.tenant })}' -H 'Content-Type: application/octet-stream' --data-binary @users.json\n`
      + `curl -X DELETE ${CONTROL}${scope(place)}/accounts`)));
}
