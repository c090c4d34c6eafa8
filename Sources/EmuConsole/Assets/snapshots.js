// Snapshots: states that can be restored.

import { CONTROL, at, control } from "./api.js";
import { confirm, formDialog } from "./confirm.js";
import { button, empty, h, lead, say } from "./dom.js";
import { check, field } from "./form.js";
import { changes } from "./live.js";
import { redraw } from "./router.js";
import { table } from "./table.js";
import { moment } from "./time.js";

export const title = "Snapshots";

export function isChangedBy(request) {
  return changes(request, "snapshots");
}

function save(place) {
  return formDialog("Take a snapshot", [
    field("name", "Name", { required: true, value: "before" }),
    check("only", `Only the project ${place.project}`),
  ], "Take it", async (data) => {
    const { snapshots } = await control.get("snapshots");
    if (snapshots.some((one) => one.name === data.get("name"))) throw new Error("There is a snapshot of this name. Choose another.");
    const { name } = await control.post("snapshots", {
      name: data.get("name"), project: data.has("only") ? place.project : undefined });
    say(`The snapshot ${name} is stored.`);
    redraw();
  });
}

async function restore({ name, project }) {
  if (await confirm(`Restore ${name}?`, `What ${project ?? "every project"} has now is deleted, unless another snapshot has it.`,
    "Restore", () => control.post(at`snapshots/${name}:restore`), `The state is that of ${name}.`)) redraw();
}

async function remove({ name }) {
  if (await confirm(`Delete the snapshot ${name}?`, "It cannot be restored.", "Delete",
    () => control.remove(at`snapshots/${name}`), "The snapshot is deleted.")) redraw();
}

function bring() {
  return formDialog("Import a snapshot", [
    field("name", "Name", { required: true }),
    field("file", "File", { type: "file", required: true }),
  ], "Import", async (data) => {
    const file = new Blob([data.get("file")], { type: "application/vnd.sqlite3" });
    await control.post(at`snapshots/${data.get("name")}:import`, file);
    redraw();
  });
}

export async function draw(view) {
  const { snapshots } = await control.get("snapshots");
  const take = () => button("Take a snapshot", () => save(view.place), { class: "main" });
  view.add(
    lead("A snapshot has users, codes, people, switches and the clock. Restoring one "
      + "takes milliseconds, so that each try begins with the same state."),
    h("p", { class: "actions" }, snapshots.length ? take() : null,
      button("Import a file", bring)),
    snapshots.length ? table("Snapshots", ["Name", "Of", "Users", "Size", "Taken", "Actions"],
      snapshots.map((snapshot) => [
        snapshot.name, snapshot.project ?? "everything", snapshot.users.toLocaleString("en"),
        `${Math.ceil(snapshot.bytes / 1024).toLocaleString("en")} KB`, moment(snapshot.createdAt),
        h("span", { class: "actions" },
          button("Restore", () => restore(snapshot), { "aria-label": `Restore ${snapshot.name}` }),
          h("a", { href: CONTROL + at`snapshots/${snapshot.name}:export`, class: "button",
            download: `${snapshot.name}.sqlite` }, "Export"),
          button("Delete", () => remove(snapshot), { "aria-label": `Delete ${snapshot.name}` })),
      ]))
      : empty("There is no snapshot. Take one before you delete or break something.", take()));
}
