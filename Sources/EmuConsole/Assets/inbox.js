// E-mails and text messages that production would send, with links and codes that work.

import { control, latest, query, scope } from "./api.js";
import { confirm } from "./confirm.js";
import { copyAddress, copyButton } from "./copy.js";
import { badge, button, code, count, cut, empty, fill, folded, h, line, quiet } from "./dom.js";
import { choice, field, filterBar } from "./form.js";
import { changesUsers, listen } from "./live.js";
import { rawOf, senderOf, subjectOf, textOf } from "./mail.js";
import { address, here, keep } from "./place.js";
import { go, link } from "./router.js";
import { split } from "./split.js";
import { store, stored } from "./storage.js";
import { table } from "./table.js";
import { moment } from "./time.js";

export const title = "Inbox";

/** The most messages that the emulator lists, and that a browser remembers as read. */
const MOST = 5000;
/** The number of rows that are added at a time. */
const ROWS = 100;

/** Returns the ids of the messages that were opened in this browser. */
function readIDs() {
  return new Set(stored("read", []));
}

function markRead(ids) {
  store("read", [...new Set([...readIDs(), ...ids])].slice(-MOST));
}

function stateOf(message, read) {
  return [message.usedAt ? badge("used", "good") : badge("unused"), " ",
    read.has(message.id) ? null : badge("new"), " ", relayBadge(message.relay)];
}

const KINDS = { email: "e-mail", text: "text message", push: "silent push" };

function relayBadge(relay) {
  return relay && badge(relay.outcome, relay.outcome === "forwarded" ? "good" : "bad");
}

function matches(message, { q = "", kind = "", seen = "" }, project, read) {
  const text = `${message.to} ${senderOf(message, project)} ${subjectOf(message)} ${textOf(message, project)} ${
    message.localId ?? ""} ${message.code}`.toLowerCase();
  return text.includes(q.toLowerCase()) && (!kind || message.kind === kind)
    && (!seen || (seen === "used" ? message.usedAt : !read.has(message.id)));
}

function remove(place, message) {
  const name = message ? `the message to ${message.to}` : "every message";
  return confirm(`Delete ${name}?`, `${message ? "Its code is" : "Their codes are"} rejected from then on.`, "Delete",
    () => control.remove(`${scope(place)}/messages${query({ id: message?.id })}`), "Deleted.");
}

/** Returns a message as a row of the list. */
function row(message, read, values, project) {
  return {
    attributes: { class: message.usedAt ? "used" : read.has(message.id) ? null : "unread", "data-id": message.id },
    list: [cut(message.to),
      [link(subjectOf(message), "inbox", message.id, { ...values, class: "subject" }),
        h("small", { class: "quiet" }, openable(message.link, "") ?? textOf(message, project))],
      stateOf(message, read), moment(message.createdAt)] };
}

export async function draw(view) {
  const { place } = view;
  const { project } = place;
  const values = { q: place.search, ...place.filters };
  let messages = [];
  let rows = ROWS;
  let isOpen = false;
  const panes = split(view, { name: "The chosen message", back: () => ({ label: "All messages", values }),
    draw: showOne, top: filterBar(
      field("search", "Search", { type: "search", value: values.q, oninput: change("q"),
        placeholder: "address, number, subject or code" }),
      choice("kind", "Kind", [["", "every"], ["email", "e-mail"], ["text", "text message"], ["push", "silent push"]],
        { value: values.kind, onchange: change("kind") }),
      choice("seen", "State", [["", "every"], ["new", "new"], ["used", "used"]],
        { value: values.seen, onchange: change("seen") }),
      button("Mark all read", () => {
        markRead(messages.map(({ id }) => id));
        show();
      }),
      button("Delete all", async () => {
        if (await remove(place)) await load();
      }, { class: "danger" })) });
  view.isAt = ({ search, filters }) => ["q", "kind", "seen"].every((name) =>
    (values[name] ?? "") === ({ q: search, ...filters }[name] ?? ""));
  function showOne(id) {
    const message = messages.find((one) => one.id === id);
    view.rename(message ? subjectOf(message) : "No such message");
    if (!message) {
      return empty(`The inbox has no such message among its last ${MOST.toLocaleString("en")}.`, link("Inbox", "inbox"));
    }
    markRead([message.id]);
    show();
    return messageView(message, place);
  }
  function show() {
    const read = readIDs();
    const shown = messages.filter((message) => matches(message, values, project, read));
    if (!messages.length) {
      fill(panes.list, empty(`No message was sent for ${place.tenant || project} yet. Your app sends one with `
        + "sendPasswordReset, sendEmailVerification, sendSignInLink or verifyPhoneNumber."));
      return;
    }
    panes.update(panes.list, shown.length ? [table("Messages, the newest first", ["To", "Subject", "State", "Sent"],
      shown.slice(0, rows).map((message) => row(message, read, values, project))),
    shown.length > rows ? button(`Show more of ${count(shown.length, "message")}`, () => {
      rows += ROWS;
      show();
    }) : null]
      : empty("No message passes these filters."));
  }
  const newest = latest();
  async function load() {
    const answer = await newest(control.get(`${scope(place)}/messages`, { limit: MOST }));
    if (!answer) return;
    ({ messages } = answer);
    show();
    if (here().item && isOpen) await panes.refresh();
  }
  function change(name) {
    return (event) => {
      values[name] = event.target.value;
      keep(values);
      show();
    };
  }
  listen(view, (batch) => {
    // A page of an e-mail's link uses the code.
    if (batch.some((request) => changesUsers(request, project) || request.operation === "emulator.action")) load().catch(() => {});
  });
  await load();
  if (place.item) await panes.open(place.item);
  isOpen = true;
}

function messageView(message, place) {
  const { project } = place;
  const isEmail = message.kind === "email";
  return h("article", { class: "message" },
    h("h2", { class: "head" }, subjectOf(message)),
    h("p", null, message.usedAt ? [badge("used", "good"), " ", moment(message.usedAt)] : badge("not used yet"), " ",
      relayBadge(message.relay), message.relay && [" ", message.relay.reason]),
    line(["from", senderOf(message, project)], ["to", message.to], ["kind", KINDS[message.kind]],
      ["sent", moment(message.createdAt)], ["user", message.localId && link(message.localId, "users", message.localId)]),
    isEmail ? null : h("p", null, h("span", { class: "big" }, message.code)),
    h("p", { class: "actions" },
      isEmail ? [openable(message.link), copyButton("Copy the link", message.link, "the link")]
        : copyButton("Copy the code", message.code, `the code ${message.code}`),
      button("Delete", async () => {
        if (await remove(place, message)) await go(address("inbox"));
      }, { class: "danger" }),
      copyAddress()),
    h("div", { class: "mail" }, h("p", null, textOf(message, project)),
      isEmail ? h("p", { class: "address" }, message.link) : null),
    quiet("Production uses the templates of the project."),
    folded("Raw", code(rawOf(message, project))));
}

/** Returns a link to open; null unless it is one of the web, because an app chooses its target. */
function openable(text, kind = "button main") {
  let url;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  return h("a", { href: url.href, target: "_blank", rel: "noopener noreferrer", class: kind }, "Open the link");
}
