// A message as its receiver would read it. The texts are the emulator's, in place of a project's templates.

const SUBJECTS = {
  PASSWORD_RESET: "Reset the password",
  VERIFY_EMAIL: "Verify the address",
  EMAIL_SIGNIN: "Sign in with this link",
  VERIFY_AND_CHANGE_EMAIL: "Verify the new address",
  RECOVER_EMAIL: "The address was changed: restore it",
  REVERT_SECOND_FACTOR_ADDITION: "A second factor was added: remove it",
};

const TEXTS = {
  PASSWORD_RESET: "Open this link to choose a new password for your account:",
  VERIFY_EMAIL: "Open this link to verify your address:",
  EMAIL_SIGNIN: "Open this link on the device where you asked for it, to sign in:",
  VERIFY_AND_CHANGE_EMAIL: "Open this link to verify your new address, which replaces the old one:",
  RECOVER_EMAIL: "The address of your account was changed. If that was not you, open this link to restore it:",
  REVERT_SECOND_FACTOR_ADDITION: "A second factor was added to your account. If that was not you, open this link to remove it:",
};

/** Returns the subject of an e-mail, or the content of a text message. */
export function subjectOf(message) {
  return message.kind === "email" ? SUBJECTS[message.requestType] ?? message.requestType
    : `The ${message.kind === "push" ? "secret" : "code"} is ${message.code}`;
}

/** Returns the address or name that a message comes from. */
export function senderOf(message, project) {
  return message.kind !== "email" ? project : `noreply@${project}.firebaseapp.com`;
}

/** Returns the text of a message, without its link. */
export function textOf(message, project) {
  if (message.kind === "email") return TEXTS[message.requestType] ?? "Open this link:";
  return message.kind === "push" ? `{"receipt":"${message.id}","secret":"${message.code}"}`
    : `${message.code} is your verification code for ${project}.`;
}

/** Returns an e-mail as a mail server has it (RFC 5322); another message is its text. */
export function rawOf(message, project) {
  const text = textOf(message, project);
  if (message.kind !== "email") return text;
  return [`From: ${senderOf(message, project)}`, `To: ${message.to}`, `Subject: ${subjectOf(message)}`,
    `Date: ${new Date(message.createdAt).toUTCString().replace("GMT", "+0000")}`,
    "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "", text, "", message.link, ""].join("\r\n");
}
