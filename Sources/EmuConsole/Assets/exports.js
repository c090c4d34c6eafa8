// Users as files: exports in each form.

import { CONTROL, at, control, listed, query } from "./api.js";
import { copyButton } from "./copy.js";
import { csvLine } from "./csv.js";
import { attempt, button, h, quiet, section } from "./dom.js";
import { check } from "./form.js";
import { zip } from "./zip.js";

/** Gives the browser a file to store. */
function save(name, parts, type = "application/json") {
  const url = URL.createObjectURL(parts instanceof Blob ? parts : new Blob(parts, { type }));
  h("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Calls back with each page of users as an export folder has them, in the order of their ids. */
async function eachPage({ project, tenant, localId, plainPasswords }, callback) {
  let pageToken;
  do {
    const page = await control.get("export", { project, tenant, localId, plainPasswords, format: "accounts", pageToken });
    if (page.users.length) callback(page.users);
    pageToken = page.nextPageToken;
  } while (pageToken);
}

/** Returns the users of projects or tenants as the texts of a JSON document. */
async function accountsFile(places, head) {
  const parts = [head];
  for (const place of places) {
    await eachPage(place, (users) => parts.push(parts.length > 1 ? ",\n" : "\n",
      users.map((user) => JSON.stringify(user)).join(",\n")));
  }
  return [...parts, "\n]}\n"];
}

/** Stores the users, all or those with some ids, as `firebase auth:export` writes JSON. */
export async function saveJSON(place, uids = [undefined]) {
  const places = uids.map((localId) => ({ ...place, localId }));
  save(`${place.tenant || place.project}-users.json`, await accountsFile(places, '{"users":['));
}

/** Stores the users as `firebase auth:export` writes CSV. */
async function saveCSV(place) {
  const parts = [];
  await eachPage(place, (users) => parts.push(users.map(csvLine).join("")));
  save(`${place.tenant || place.project}-users.csv`, parts, "text/csv");
}

/** Stores an archive of the folder that `firebase emulators:export` writes, with all tenants. */
async function saveFolder({ project }) {
  const [{ version }, config, tenants, supplement] = await Promise.all([
    control.get("health"), control.get(at`projects/${project}/config`),
    listed(at`v2/projects/${project}/tenants`, "tenants"),
    control.get("export", { project, format: "supplement" })]);
  const [number] = version.split(" ");
  const files = [
    ["firebase-export-metadata.json", [JSON.stringify({ version: number, auth: { version: number, path: "auth_export" } })]],
    ["auth_export/config.json", [JSON.stringify({ signIn: config.signIn, emailPrivacyConfig: config.emailPrivacyConfig })]],
    ["auth_export/auth-emulator.json", [JSON.stringify(supplement)]]];
  for (const tenant of ["", ...tenants.map(({ name }) => name.split("/").at(-1))]) {
    files.push([`auth_export/accounts${tenant && `-${tenant}`}.json`,
      await accountsFile([{ project, tenant, plainPasswords: true }], '{"kind":"identitytoolkit#DownloadAccountResponse","users":[')]);
  }
  save(`${project}-export.zip`, zip(files));
}

/** Returns the section that exports a project in each form. */
export function exportSection(place) {
  const { project } = place;
  const address = `${CONTROL}export${query({ project })}`;
  const plain = check("plain", "With the plaintext passwords that are stored");
  const seed = h("a", { href: address, download: `${project}.json`, class: "button" }, "Seed document");
  const lines = h("a", { href: `${address}&format=ndjson`, download: `${project}.ndjson`, class: "button" }, "NDJSON, one user a line");
  plain.querySelector("input").addEventListener("change", (event) => {
    const tail = event.target.checked ? "&plainPasswords=true" : "";
    seed.href = address + tail;
    lines.href = `${address}&format=ndjson${tail}`;
  });
  const file = (label, work) => button(label, () => attempt(() => work({
    ...place, plainPasswords: plain.querySelector("input").checked })));
  return section("Export",
    h("p", null, `The seed document and the folder have all of ${project}, NDJSON its users and those of its tenants; JSON and CSV the users of ${place.tenant || `${project} without those of tenants`}.`), plain,
    h("p", { class: "actions" }, seed, lines, file("Firebase JSON", saveJSON), file("Firebase CSV", saveCSV),
      file("Folder of the official emulator (zip)", saveFolder)),
    quiet("The folder has the plaintext passwords in any case, as one of the official emulator does. For a project of "
      + "production the command computes scrypt hashes at its cost. ",
    copyButton("Copy the command", `auth-emulator export users.json --project ${project}`, "the command")));
}
