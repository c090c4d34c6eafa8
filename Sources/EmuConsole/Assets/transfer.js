// Users as files: import with its report, and export.

import { at, control, owner, query } from "./api.js";
import { formDialog } from "./confirm.js";
import { copyButton } from "./copy.js";
import { attempt, badge, button, facts, fill, h } from "./dom.js";
import { check, choice, field } from "./form.js";
import { table } from "./table.js";

const FORMATS = [["", "by its content"], ["seed", "seed document"], ["ndjson", "one user a line (NDJSON)"],
  ["firebase", "firebase auth:export (JSON)"], ["firebase-csv", "firebase auth:export (CSV)"],
  ["emulator", "export folder of the official emulator"]];
const HASH = ["signerKey", "saltSeparator", "rounds", "memoryCost", "parallelization", "blockSize", "dkLen",
  "cpuMemCost", "passwordHashOrder"];

function reportOf(report) {
  const { refusals, dryRun } = report;
  return [
    h("p", null, dryRun ? badge("dry run", "warn") : badge("imported", "good"), " ",
      dryRun ? "Nothing is stored." : null),
    facts(["form", report.format], [dryRun ? "would be stored" : "stored", report.stored], ["updated", report.updated],
      ["skipped", report.skipped], ["rejected", report.refused]),
    refusals.length ? table("Rejected users", ["Location", "Reason"], refusals.map(({ place, message }) => [
      h("code", null, place), message])) : null,
    report.refused > refusals.length ? h("p", { class: "quiet" }, `The report has the first ${refusals.length}.`) : null,
  ];
}

const ACCOUNTS = /^accounts(?:-(.+))?\.json$/;

/** One file as it is; those of an export folder as the members of one object. */
function bodyOf(files) {
  const file = (name) => files.find((one) => one.name === name);
  const accounts = files.flatMap((one) => {
    const match = ACCOUNTS.exec(one.name);
    return match ? [[match[1] ?? "", one]] : [];
  });
  if (!accounts.length) return files.slice(0, 1);
  const members = [["config", file("config.json")], ["supplement", file("auth-emulator.json")]].filter(([, one]) => one);
  return ["{", ...members.flatMap(([name, one]) => [`"${name}":`, one, ","]), '"accounts":{',
    ...accounts.flatMap(([tenant, one], index) => [index ? "," : "", `${JSON.stringify(tenant)}:`, one]), "}}"];
}

/** A section that imports users of any form. */
export function importSection(place) {
  const result = h("div", { "data-kept": "", "aria-live": "polite" });
  function ask() {
    return formDialog(`Import users into ${place.project}`, [
      field("file", "File", { type: "file", required: true, multiple: true,
        hint: "or accounts.json and config.json of an export folder, chosen together" }),
      choice("format", "Form", FORMATS),
      field("tenant", "Tenant", { value: place.tenant, hint: "for users that name none" }),
      choice("how", "Invalid users", [["", "reject the file"], ["continue", "are reported, and the others stored"],
        ["dryRun", "are reported, and nothing is stored (dry run)"]]),
      check("replace", "Remove the present users first"),
      h("details", null, h("summary", null, "Password hashes"),
        field("hashAlgorithm", "Algorithm", { placeholder: "SCRYPT, BCRYPT, HMAC_SHA256, …" }),
        HASH.map((name) => field(name, name))),
    ], "Import", async (data) => {
      const files = data.getAll("file").filter(({ size }) => size);
      if (!files.length) throw new Error("The file is empty, or none is chosen.");
      const values = Object.fromEntries(["format", "tenant", "hashAlgorithm", ...HASH].map((name) => [name, data.get(name)]));
      for (const name of [data.get("how"), data.has("replace") && "replace"]) if (name) values[name] = "true";
      const body = new Blob(bodyOf(files), { type: "application/octet-stream" });
      fill(result, reportOf(await control.post(`${at`projects/${place.project}/import`}${query(values)}`, body)));
    });
  }
  return h("section", null, h("h2", null, "Import"),
    h("p", null, "Stores the users of a file, in every form that auth-emulator import reads, atomically."),
    button("Import users", ask), result);
}

/** The users of a project as firebase auth:export has them, a page at a time. */
async function firebaseFile({ project, tenant }) {
  const root = tenant ? at`v1/projects/${project}/tenants/${tenant}` : at`v1/projects/${project}`;
  const parts = ['{"users":['];
  let nextPageToken;
  do {
    const page = await owner.get(`${root}/accounts:batchGet`, { maxResults: 1000, nextPageToken });
    const users = page.users ?? [];
    if (users.length) parts.push(parts.length > 1 ? ",\n" : "\n", users.map((user) => JSON.stringify(user)).join(",\n"));
    ({ nextPageToken } = page);
    if (!users.length) break;
  } while (nextPageToken);
  return new Blob([...parts, "\n]}\n"], { type: "application/json" });
}

/** A section that exports a project in each form. */
export function exportSection(place) {
  const { project } = place;
  const address = `/emulator/v1/export${query({ project })}`;
  const plain = check("plain", "With the plaintext passwords that are stored");
  const seed = h("a", { href: address, download: `${project}.json`, class: "button main" }, "Export");
  const lines = h("a", { href: `${address}&format=ndjson`, download: `${project}.ndjson`, class: "button" }, "One user a line");
  plain.querySelector("input").addEventListener("change", (event) => {
    const tail = event.target.checked ? "&plainPasswords=true" : "";
    seed.href = address + tail;
    lines.href = `${address}&format=ndjson${tail}`;
  });
  async function firebase() {
    const file = await attempt(() => firebaseFile(place));
    if (!file) return;
    const url = URL.createObjectURL(file);
    h("a", { href: url, download: `${place.tenant || project}-users.json` }).click();
    URL.revokeObjectURL(url);
  }
  const command = (target) => `auth-emulator export ${target} --project ${project}`;
  return h("section", null, h("h2", null, "Export"),
    h("p", null, `Writes ${project} as a seed document, which another emulator loads, or its users alone.`), plain,
    h("p", { class: "actions" }, seed, lines, button("As firebase auth:export", firebase)),
    h("p", { class: "actions" }, copyButton("Copy the command for CSV", command("users.csv"), "the command"),
      copyButton("Copy the command for a folder of the official emulator", command("folder"), "the command")));
}
