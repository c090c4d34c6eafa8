// Dialogs: a confirmation before an irreversible action, and forms.

import { add, button, h, newID, say } from "./dom.js";

/** Returns an error that a form shows at one of its fields. */
export function problemOf(name, message) {
  return Object.assign(new Error(message), { name });
}

/** Returns a function that throws once for each change of what a form shows, and names the present text. */
export function guarded(shown, read) {
  let last = shown;
  return async () => {
    const now = await read();
    if (now === last) return;
    last = now;
    throw new Error(`This was changed since the form was opened. Save again to replace what is there now:\n${now}`);
  };
}

/** Shows a dialog that has nothing to send, until it is closed. */
export function dialog(title, content) {
  return show(title, content, null);
}

/** Shows a dialog until it is closed; the element that had the focus gets it back. */
function show(title, content, submit) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const id = newID();
    const problem = h("p", { role: "alert", id: newID(), hidden: true });
    const form = h("form", { method: "dialog", novalidate: null }, h("h2", { id }, title), content,
      problem, h("div", { class: "actions" },
        submit && h("button", { class: submit.isDangerous ? "danger" : "main" }, submit.label),
        button(submit ? "Cancel" : "Close", () => dialog.close())));
    const dialog = h("dialog", { "aria-labelledby": id }, form);
    let answer;
    let sending;
    async function send() {
      problem.hidden = true;
      try {
        answer = await submit?.run(new FormData(form));
        answer ??= true;
        dialog.close();
      } catch (error) {
        const field = form.elements.namedItem(error.name);
        if (field) {
          field.after(problem);
          field.setAttribute("aria-describedby", problem.id);
          field.focus();
        } else form.lastChild.before(problem);
        problem.textContent = error.message;
        problem.hidden = false;
        // Escape closes a dialog whose request is under way.
        if (!dialog.open) say(error.message, true);
      }
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      // The second click of a double click sends nothing.
      sending ??= send().finally(() => { sending = undefined; });
    });
    dialog.addEventListener("close", async () => {
      dialog.remove();
      if (before?.isConnected) before.focus();
      await sending;
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks before an irreversible action, and does it; returns true once it is done. */
export async function confirm(title, sentence, label, run, done) {
  const isDone = await show(title, h("p", null, sentence), { label, isDangerous: true, run }) !== undefined;
  if (isDone && done) say(done);
  return isDone;
}

/** Shows a form until it is submitted or cancelled; run receives its fields and may throw. */
export function formDialog(title, fields, label, run) {
  return show(title, add(h("div", { class: "fields" }), fields), { label, run });
}
