// The actions on several selected users.

import { owner } from "./api.js";
import { confirm } from "./confirm.js";
import { attempt, button, count, fill, h, say } from "./dom.js";
import { saveJSON } from "./exports.js";
import { accounts } from "./userforms.js";

/** The most users that one request deletes. */
const MOST_DELETED = 1000;
/** The number of users that are changed without waiting for each other. */
const AT_ONCE = 50;

/** Returns a bar for the selected users: all returns the shown ones, and done is called after a change. */
export function bulkBar(place, selected, all, done) {
  const element = h("div", { class: "bulk actions", role: "group", "aria-label": "Selected users", hidden: true });
  const uids = () => [...selected];
  async function each(change, text) {
    let problem;
    let failures = 0;
    const chosen = uids();
    for (let first = 0; first < chosen.length; first += AT_ONCE) {
      if (first) say(`${first} of ${count(chosen.length, "user")}…`);
      await Promise.all(chosen.slice(first, first + AT_ONCE).map((localId) =>
        owner.post(accounts(place, ":update"), { localId, ...change }).catch((error) => {
          problem = error;
          failures += 1;
        })));
    }
    say(failures ? `${count(failures, "user")} could not be changed: ${problem.message}` : text, failures > 0);
    done();
  }
  async function remove() {
    const some = count(selected.size, "user");
    const errors = [];
    const isDone = await confirm(`Delete ${some}?`, "They cannot be restored, unless a snapshot has them.", "Delete the users", async () => {
      for (const localIds = uids(); localIds.length;) {
        const result = await owner.post(accounts(place, ":batchDelete"), { localIds: localIds.splice(0, MOST_DELETED), force: true });
        errors.push(...result.errors ?? []);
      }
    });
    if (!isDone) return;
    say(errors.length ? `${errors.length} of ${some} could not be deleted: ${errors[0].message}` : `Deleted ${some}.`,
      errors.length > 0);
    done();
  }
  async function exportThem() {
    await saveJSON(place, uids());
    say("The file has the form of “firebase auth:export”; the Data screen and auth-emulator import read it.");
  }
  function show() {
    element.hidden = !selected.size;
    if (!selected.size) return;
    const isEach = all().every(({ localId }) => selected.has(localId));
    fill(element, h("strong", null, `${selected.size} selected`),
      isEach ? null : button("Select all that are shown", () => {
        for (const { localId } of all()) selected.add(localId);
        for (const box of document.querySelectorAll(".pick input")) box.checked = true;
        show();
      }),
      button("Disable", () => each({ disableUser: true }, "They are disabled.")),
      button("Enable", () => each({ disableUser: false }, "They are enabled.")),
      button("Export", () => attempt(exportThem)), button("Delete", remove, { class: "danger" }),
      button("Select none", () => {
        selected.clear();
        for (const box of document.querySelectorAll(".pick input")) box.checked = false;
        show();
      }));
  }
  return { element, show };
}
