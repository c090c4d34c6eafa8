// Users as files: exports of a project.

import { CONTROL, control, query } from "./api.js";
import { copyButton } from "./copy.js";
import { attempt, button, h, quiet, section } from "./dom.js";
import { check } from "./form.js";

/** Stores the users, all or those with some ids, as `firebase auth:export` writes JSON. */
export async function saveJSON({ project, tenant, plainPasswords }, uids = [undefined]) {
  const lines = [];
  for (const localId of uids) {
    let pageToken;
    do {
      const page = await control.get("export", { project, tenant, localId, plainPasswords, format: "accounts", pageToken });
      lines.push(...page.users.map((user) => JSON.stringify(user)));
      pageToken = page.nextPageToken;
    } while (pageToken);
  }
  const url = URL.createObjectURL(new Blob([`{"users":[\n${lines.join(",\n")}\n]}\n`], { type: "application/json" }));
  h("a", { href: url, download: `${tenant || project}-users.json` }).click();
  URL.revokeObjectURL(url);
}

/** Returns the section that exports a project in each form. */
export function exportSection(place) {
  const { project } = place;
  const address = `${CONTROL}export${query({ project })}`;
  const plain = check("plain", "With the plaintext passwords that are stored");
  const seed = h("a", { href: address, download: `${project}.json`, class: "button" }, "Seed document");
  const lines = h("a", { href: `${address}&format=ndjson`, download: `${project}.ndjson`, class: "button" }, "NDJSON, one user a line");
  const isPlain = () => plain.querySelector("input").checked;
  plain.addEventListener("change", () => {
    const tail = isPlain() ? "&plainPasswords=true" : "";
    seed.href = address + tail;
    lines.href = `${address}&format=ndjson${tail}`;
  });
  return section("Export",
    h("p", null, `The seed document has all of ${project}, NDJSON its users and those of its tenants; JSON the users of ${place.tenant || `${project} without those of tenants`}.`), plain,
    h("p", { class: "actions" }, seed, lines,
      button("Firebase JSON", () => attempt(() => saveJSON({ ...place, plainPasswords: isPlain() })))),
    quiet("The command also writes CSV and the folder of the official emulator, and computes scrypt hashes at the cost "
      + "of production. ", copyButton("Copy the command", `auth-emulator export users.json --project ${project}`, "the command")));
}
