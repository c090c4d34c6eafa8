// What to change after a rejected request: by the rule that rejected it, else by the code of the answer.

import { control } from "./api.js";

/** The switches of projects by name: purpose and values. */
export const SWITCHES = Object.fromEntries(
  (await control.get("settings:describe")).switches.map((one) => [one.name, one]));

/** Scenarios with the same refusal, by rule or code. */
export const SCENARIOS = {
  recentLogin: "recent-login-required",
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "recent-login-required",
  checkNonce: "nonce-mismatch",
  replayProtection: "nonce-replayed",
  requireConfiguredProviders: "disabled-provider",
  OPERATION_NOT_ALLOWED: "disabled-provider",
  USER_DISABLED: "disabled-user",
  EMAIL_EXISTS: "email-in-use-on-link",
  FEDERATED_USER_ID_ALREADY_LINKED: "identity-of-another-user-on-link",
  USER_NOT_FOUND: "deleted-while-signed-in",
  TOKEN_EXPIRED: "sessions-revoked",
  linking: "account-exists-with-password",
  takeoverUnlinks: "takeover-of-unverified-address",
  authorizationCode: "apple-code-reused",
  revokeToken: "delete-account-with-revocation",
  secondFactor: "second-factor-required",
  quotas: "quota-exceeded",
  fault: "backend-unavailable",
  emailEnumerationProtection: "enumeration-protection",
  TENANT_ID_MISMATCH: "tenant-mismatch",
  PROVIDER_ALREADY_LINKED: "provider-already-linked",
  BLOCKING_FUNCTION_ERROR_RESPONSE: "blocking-function-refuses",
};

/** Advice by code: a sentence, and the screen for the change. */
const BY_CODE = {
  EMAIL_NOT_FOUND: ["No user of this project has the address. Create one, or sign up first.", "users"],
  USER_NOT_FOUND: ["No such user is in this project. Is the app in another project or tenant?", "users"],
  INVALID_LOGIN_CREDENTIALS: ["Address or password is wrong. Set a password for the user.", "users"],
  INVALID_PASSWORD: ["The password is wrong. Set another for the user.", "users"],
  MISSING_PASSWORD: ["The app sent no password."],
  MISSING_EMAIL: ["The app sent no address."],
  EMAIL_EXISTS: ["A user has the address. Sign in as that user, or delete it.", "users"],
  PHONE_NUMBER_EXISTS: ["A user has the number. Sign in as that user, or delete it.", "users"],
  USER_DISABLED: ["Enable the user.", "users"],
  WEAK_PASSWORD: ["A password has at least six characters."],
  OPERATION_NOT_ALLOWED: ["Turn the provider or the way of signing in on.", "providers"],
  PASSWORD_LOGIN_DISABLED: ["Turn sign-in with a password on.", "providers"],
  ADMIN_ONLY_OPERATION: ["Allow clients to sign up.", "providers"],
  INVALID_OOB_CODE: ["The code was used, or is of another project or tenant. The inbox has the codes.", "inbox"],
  EXPIRED_OOB_CODE: ["The code has expired. Request another one.", "inbox"],
  INVALID_CODE: ["The code is wrong. The inbox has the right one.", "inbox"],
  SESSION_EXPIRED: ["The code has expired. Request another one.", "inbox"],
  INVALID_CODE_SIGNATURE: ["The code is wrong.", "inbox"],
  INVALID_IDP_RESPONSE: ["The provider's token is not valid for this project.", "issuers"],
  MISSING_OR_INVALID_NONCE: ["Send the app's raw nonce with the token that has its SHA-256."],
  TENANT_NOT_FOUND: ["Create the tenant, or set autoCreateTenants to on."],
  TOKEN_EXPIRED: ["The sessions of the user were revoked: sign in again.", "users"],
  INVALID_REFRESH_TOKEN: ["The refresh token is of another emulator or state: sign in again."],
  INVALID_ID_TOKEN: ["The ID token is of another emulator or state: sign in again.", "clock"],
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: ["Sign the person in again before this call (reauthenticate)."],
};

const SCREENS = {
  users: "Users", providers: "Providers", inbox: "Inbox", issuers: "Issuers", switches: "Switches",
  clock: "Clock", faults: "Faults",
};

/** The code of a refusal, such as EMAIL_EXISTS. */
export function codeOf(request) {
  const text = request.error ?? request.response?.error?.message ?? request.response?.error;
  return /^(?:[A-Z][A-Z_0-9]+(?=$| :)|[a-z_]+$)/.exec(typeof text === "string" ? text : "")?.[0];
}

/** Returns the decision that explains a request best: the refusal, otherwise the warning. */
export function cause(request) {
  const by = (outcome) => request.decisions.find((decision) => decision.outcome === outcome);
  return by("refused") ?? (request.status >= 400 ? request.decisions[0] : by("warned"));
}

/**
 * Returns the advice for a request: sentences, and links as {label, screen, item, part}.
 *
 * It names a switch that refused, or that would refuse in production.
 */
export function advice(request) {
  const why = cause(request);
  const code = codeOf(request);
  const rule = why?.rule;
  const sentences = [];
  const links = [];
  if (rule === "fault") {
    sentences.push("A fault is set for this request. Remove it to get the normal answer.");
    links.push({ label: "Faults", screen: "faults" });
  } else if (why?.outcome !== "warned" && BY_CODE[code]) {
    const [sentence, screen] = BY_CODE[code];
    sentences.push(sentence);
    if (screen) links.push({ label: SCREENS[screen], screen });
  }
  if (rule in SWITCHES) {
    sentences.push(why.outcome === "warned"
      ? `The switch ${rule} only warns. Set it to on to get the answer of production.`
      : `Or set the switch ${rule} to warn, which accepts such requests.`);
    links.push({ label: `Switch ${rule}`, screen: "switches", part: rule });
  }
  for (const provider of new Set((why?.because ?? "").match(PROVIDER) ?? [])) {
    links.push({ label: `Provider ${provider}`, screen: "providers", item: provider });
  }
  const user = /\b[Uu]ser ([\w.:@-]*\w)/.exec(why?.because ?? "")?.[1];
  if (user && !USER_WORDS.has(user)) links.push({ label: `User ${user}`, screen: "users", item: user });
  const scenario = SCENARIOS[rule] ?? SCENARIOS[code];
  if (scenario) links.push({ label: `Scenario ${scenario}`, screen: "scenarios", item: scenario });
  return { sentences, links };
}

/** Matches the ids of providers in sentences. */
export const PROVIDER = /\b(?:oidc|saml)\.[a-z0-9][\w-]*|\b(?:apple|google|microsoft|facebook|github|twitter|linkedin|yahoo|playgames\.google|gc\.apple)\.com\b/g;

/** Words after "user" in a sentence that are not a uid. */
const USER_WORDS = new Set(["is", "has", "was", "and", "or", "of", "with", "to", "that", "who", "signed",
  "may", "must", "can", "had", "in", "by", "for", "does", "s", "at", "record", "already", "not"]);
