// Users as files: imports with their report.

import { at, control, query } from "./api.js";
import { formDialog } from "./confirm.js";
import { badge, button, facts, fill, folded, h, quiet, section } from "./dom.js";
import { check, choice, field } from "./form.js";
import { table } from "./table.js";

const FORMATS = [["", "by its content"], ["seed", "seed document (JSON5 or YAML)"], ["ndjson", "one user a line (NDJSON)"],
  ["firebase", "firebase auth:export (JSON)"], ["firebase-csv", "firebase auth:export (CSV)"],
  ["emulator", "export folder of the official emulator"]];
const HASH = ["signerKey", "saltSeparator", "rounds", "memoryCost", "parallelization", "blockSize", "dkLen",
  "cpuMemCost", "passwordHashOrder"];

/** Returns the report of an import: numbers, warnings, and the rejected users with their locations. */
function reportOf(report) {
  const { refusals, dryRun, warnings } = report;
  const isRejected = report.refused && !report.stored && !report.updated && !report.unchanged;
  return [
    h("p", null, dryRun ? badge("dry run", "warn") : isRejected ? badge("rejected", "bad") : badge("imported", "good"), " ",
      dryRun || isRejected ? "Nothing is stored." : null),
    facts(["format", report.format], [dryRun ? "would be stored" : "stored", report.stored], ["updated", report.updated],
      ["unchanged", report.unchanged], ["rejected", report.refused]),
    warnings.map((warning) => h("p", { role: "alert" }, warning)),
    refusals.length ? table("Rejected users", ["Location", "Reason"], refusals.map(({ location, message }) => [
      h("code", null, location), message])) : null,
    report.refused > refusals.length ? quiet(`The report has the first ${refusals.length}.`) : null,
  ];
}

const ACCOUNTS = /^accounts(?:-(.+))?\.json$/;

/** The content type of a file; the emulator reads YAML as such. */
export function typeOf({ name }) {
  return /\.ya?ml$/i.test(name) ? "application/yaml" : "application/octet-stream";
}

/** Returns one file as it is; those of an export folder as the members of one object. */
function bodyOf(files) {
  const file = (name) => files.find((one) => one.name === name);
  const accounts = files.flatMap((one) => {
    const match = ACCOUNTS.exec(one.name);
    return match ? [[match[1] ?? "", one]] : [];
  });
  if (!accounts.length) {
    if (files.length === 1) return files;
    throw new Error(`None of the ${files.length} files is an accounts.json. Choose one file, or an export folder.`);
  }
  const members = [["config", file("config.json")], ["supplement", file("auth-emulator.json")]].filter(([, one]) => one);
  return ["{", ...members.flatMap(([name, one]) => [`"${name}":`, one, ","]), '"accounts":{',
    ...accounts.flatMap(([tenant, one], index) => [index ? "," : "", `${JSON.stringify(tenant)}:`, one]), "}}"];
}

/** Returns the section that imports users of any form. */
export function importSection(place) {
  const result = h("div", { "data-kept": "", "aria-live": "polite" });
  function ask(isFolder) {
    return formDialog(`Import users into ${place.project}`, [
      isFolder ? field("file", "Folder", { type: "file", required: true, webkitdirectory: true,
        hint: "that firebase emulators:export has written, or its auth_export" })
        : field("file", "File", { type: "file", required: true, multiple: true,
          hint: "or accounts.json and config.json of an export folder, chosen together" }),
      isFolder ? null : choice("format", "Format", FORMATS),
      field("tenant", "Tenant", { value: place.tenant, hint: "for users that name none" }),
      choice("how", "Invalid users", [["", "reject the file"], ["skipRefused", "are reported, and the others stored"],
        ["dryRun", "are reported, and nothing is stored (dry run)"]]),
      check("replace", "Remove the present users first"),
      check("withoutPasswords", "Leave out passwords whose hash parameters are unknown"),
      folded("Password hashes",
        field("hashAlgorithm", "Algorithm", { placeholder: "SCRYPT, BCRYPT, HMAC_SHA256, …" }),
        HASH.map((name) => field(name, name))),
    ], "Import", async (data) => {
      const files = data.getAll("file").filter(({ size }) => size);
      if (!files.length) throw new Error("The file is empty, or none is chosen.");
      const values = Object.fromEntries(["format", "tenant", "hashAlgorithm", ...HASH].map((name) => [name, data.get(name)]));
      const flags = ["replace", "withoutPasswords"].filter((name) => data.has(name));
      for (const name of [data.get("how"), ...flags]) if (name) values[name] = "true";
      const body = new Blob(bodyOf(files), { type: typeOf(files[0]) });
      fill(result, reportOf(await control.post(`${at`projects/${place.project}/import`}${query(values)}`, body)));
    });
  }
  return section("Import",
    h("p", null, "Stores the users of a file atomically, in every form that auth-emulator import reads. "
      + "A dry run lists what would be rejected."),
    h("p", { class: "actions" }, button("Import users", () => ask(false), { class: "main" }),
      button("Import a folder", () => ask(true))), result);
}
