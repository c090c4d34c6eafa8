// E-mails and text messages that production would send, with links and codes that work.

import { control } from "./api.js";
import { copied, copyButton } from "./copy.js";
import { badge, empty, facts, fill, h, moment } from "./dom.js";
import { listen } from "./live.js";
import { permanentAddress } from "./place.js";
import { link } from "./router.js";
import { table } from "./table.js";
import { scope } from "./users.js";

export const title = "Inbox";

const SUBJECTS = {
  PASSWORD_RESET: "Reset the password",
  VERIFY_EMAIL: "Verify the address",
  EMAIL_SIGNIN: "Sign in with this link",
  VERIFY_AND_CHANGE_EMAIL: "Verify the new address",
  RECOVER_EMAIL: "The address was changed: take it back",
  REVERT_SECOND_FACTOR_ADDITION: "A second factor was added: take it back",
};

function subject(message) {
  return message.kind === "text" ? `The code is ${message.code}` : SUBJECTS[message.requestType]
    ?? message.requestType;
}

function stateOf(message) {
  return [message.usedAt ? badge("used") : badge("new", "good"), " ", relayBadge(message.relay)];
}

/** Returns the main action of a message in the list. */
function quick(message) {
  if (message.kind === "text") return copied(message.code, "the code");
  return h("span", { class: "actions" }, openable(message.link, "Open"),
    copyButton("Copy", message.link, "the link"));
}

function relayBadge(relay) {
  return relay && badge(relay.outcome, relay.outcome === "forwarded" ? "good" : "bad");
}

export async function draw(view) {
  const { place } = view;
  const content = h("div");
  async function show() {
    const { messages } = await control.get(`${scope(place)}/messages`, { limit: 200 });
    if (place.item) {
      const message = messages.find(({ id }) => id === place.item);
      view.name(message ? subject(message) : "No such message");
      fill(content, message ? messageView(message)
        : empty("The message is not among the last 200.", link("Inbox", "inbox")));
      return;
    }
    fill(content, messages.length ? table("Messages, the newest first",
      ["To", "Subject", "Link or code", "State", "Sent"], messages.map((message) => ({
        attributes: { class: message.usedAt ? "used" : null },
        list: [message.to, link(subject(message), "inbox", message.id), quick(message), stateOf(message),
          moment(message.createdAt)] })))
      : empty(`No message was sent for ${place.tenant || place.project} yet. Your app sends one with `
        + "sendPasswordReset, sendEmailVerification, sendSignInLink or verifyPhoneNumber."));
  }
  listen(view, (batch) => {
    if (batch.some(({ operation }) => /sendOobCode|sendVerificationCode|mfa|update|resetPassword|signIn|action/
      .test(operation ?? ""))) show().catch(() => {});
  });
  view.add(content);
  await show();
}

function messageView(message) {
  const isEmail = message.kind === "email";
  return h("article", { class: "card message" },
    facts(["to", message.to], ["kind", isEmail ? "e-mail" : "text message"],
      ["sent", moment(message.createdAt)], ["used", message.usedAt ? moment(message.usedAt) : "not yet"],
      ["user", message.localId && link(message.localId, "users", message.localId)],
      ["relay", message.relay && [relayBadge(message.relay), " ", message.relay.because]],
      ["code", copied(message.code, "the code")]),
    isEmail ? [
      h("h2", null, "Link"),
      h("p", { class: "address" }, message.link),
      h("p", { class: "actions" }, openable(message.link),
        copyButton("Copy link", message.link, "the link"))] : null,
    h("p", { class: "actions" }, copyButton("Copy the address of this message",
      () => permanentAddress(), "the address")));
}

/** Returns a link if the address is http or https: apps choose these addresses. */
function openable(text, label = "Open the link") {
  let url;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  return h("a", { href: url.href, target: "_blank", rel: "noopener noreferrer",
    class: "button main" }, label);
}
