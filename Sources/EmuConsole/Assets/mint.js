// The tokens that a native sign-in returns to an app, and the code that passes them to an SDK.

import { control } from "./api.js";
import { formDialog } from "./confirm.js";
import { copyButton } from "./copy.js";
import { button, code, fill, folded, h, section } from "./dom.js";
import { defectChoice, describeFaults } from "./faultform.js";
import { area, choice, field, json } from "./form.js";
import { EMULATOR } from "./place.js";
import { tokenView } from "./token.js";

const FIELDS = ["idToken", "accessToken", "oauthTokenSecret", "refreshToken", "authorizationCode"];

/** The code for each SDK, by provider; `text` quotes a value for the language. */
function snippets(id, tokens, project) {
  const text = (value) => JSON.stringify(value ?? "");
  const kotlin = (value) => text(value).replaceAll("$", "\\$");
  const { idToken, accessToken, rawNonce } = tokens;
  const form = new URLSearchParams({ providerId: id });
  for (const [name, value] of [["id_token", idToken], ["access_token", accessToken], ["nonce", rawNonce]]) {
    if (value) form.set(name, value);
  }
  const web = { "google.com": `GoogleAuthProvider.credential(${text(idToken)}, ${text(accessToken)})`,
    "facebook.com": `FacebookAuthProvider.credential(${text(accessToken)})`,
    "github.com": `GithubAuthProvider.credential(${text(accessToken)})` }[id]
    ?? `new OAuthProvider(${text(id)}).credential({ idToken: ${text(idToken)}, rawNonce: ${text(rawNonce)} })`;
  const swift = { "google.com": `GoogleAuthProvider.credential(withIDToken: ${text(idToken)}, accessToken: ${text(accessToken)})`,
    "apple.com": `OAuthProvider.appleCredential(withIDToken: ${text(idToken)}, rawNonce: ${text(rawNonce)}, fullName: nil)`,
    "facebook.com": `FacebookAuthProvider.credential(withAccessToken: ${text(accessToken)})`,
    "github.com": `GitHubAuthProvider.credential(withToken: ${text(accessToken)})` }[id]
    ?? `OAuthProvider.credential(providerID: AuthProviderID(rawValue: ${text(id)})!, idToken: ${text(idToken)}, rawNonce: ${text(rawNonce)})`;
  const android = { "google.com": `GoogleAuthProvider.getCredential(${kotlin(idToken)}, null)`,
    "facebook.com": `FacebookAuthProvider.getCredential(${kotlin(accessToken)})`,
    "github.com": `GithubAuthProvider.getCredential(${kotlin(accessToken)})` }[id]
    ?? `OAuthProvider.newCredentialBuilder(${kotlin(id)}).setIdTokenWithRawNonce(${kotlin(idToken)}, ${kotlin(rawNonce)}).build()`;
  const dart = `OAuthProvider(${kotlin(id)}).credential(idToken: ${kotlin(idToken)}, accessToken: ${kotlin(accessToken)}, rawNonce: ${kotlin(rawNonce)})`;
  return [
    ["Swift", `try await Auth.auth().signIn(with: ${swift})`],
    ["Web", `await signInWithCredential(auth, ${web});`],
    ["Kotlin", `Firebase.auth.signInWithCredential(${android}).await()`],
    ["Flutter", `await FirebaseAuth.instance.signInWithCredential(${dart});`],
    ["curl", curlOf(String(form), project)],
  ];
}

/** Returns the command that signs in with the form of a credential. */
function curlOf(postBody, project) {
  const body = JSON.stringify({ requestUri: location.origin, postBody, returnSecureToken: true }).replaceAll("'", "'\\''");
  const key = encodeURIComponent(`emulator-${project}`);
  return `curl '${EMULATOR}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=${key}' -H 'Content-Type: application/json' -d '${body}'`;
}

/** Returns the code for each language with a button that copies it. */
function codeList(some) {
  return [h("h3", null, "For an SDK"), h("ul", { class: "lines" }, some.map(([name, text]) =>
    h("li", null, h("span", null, name), h("code", { class: "cut", title: text }, text),
      copyButton("Copy", text, `the code for ${name}`))))];
}

function shown(id, answer, project) {
  return [
    (answer.warnings ?? []).map((warning) => h("p", { role: "alert" }, warning)),
    codeList(snippets(id, answer, project)),
    FIELDS.filter((name) => answer[name]).map((name) => tokenView(name, answer[name])),
    folded("The complete response", code(answer)),
  ];
}

/** Returns the object of JSON in a field; undefined if empty. */
function objectOf(data, name, title) {
  const value = json(data.get(name), title);
  if (value !== undefined && (value === null || typeof value !== "object" || Array.isArray(value))) {
    throw new Error(`${title} are not a JSON object, such as {"groups": ["admin"]}.`);
  }
  return value;
}

/** Returns people as the options of a choice. */
export function peopleOf(accounts) {
  return accounts.map(({ sub, email }) => [sub, email ?? sub]);
}

/** Returns the fields that choose a person. */
function personFields(accounts) {
  return [
    choice("sub", "For", [["", "a new person"], ...peopleOf(accounts)]),
    field("email", "or an e-mail address", { inputmode: "email" })];
}

/** Returns the body of a form: the person, texts by their names, and numbers. */
function bodyOf(data, texts, numbers) {
  const body = {};
  if (data.get("email")) body.account = { email: data.get("email") };
  else if (data.get("sub")) body.account = { sub: data.get("sub") };
  for (const key of texts) if (data.get(key)) body[key] = data.get(key);
  for (const key of numbers) if (data.get(key)) body[key] = Number(data.get(key));
  return body;
}

/** Returns a section with a form that mints something for an app; it shows what create returns. */
function mintingSection(heading, about, label, fields, create) {
  const result = h("div", { "data-kept": "" });
  const mint = async () => formDialog(label, fields(await describeFaults()), "Mint", async (data) => {
    fill(result, await create(data));
  });
  return section(heading, h("p", null, about), button(label, mint), result);
}

/** Returns the section that mints assertions of an issuer of SAML. */
export function assertionSection(root, mine, accounts, { project }) {
  return mintingSection("Assertions", "The signed SAMLResponse that this issuer returns to an app, valid or with a defect.",
    "Mint an assertion", ({ assertionDefects }) => [
      personFields(accounts),
      field("audience", "Audience", { hint: "the project's own if empty" }),
      field("inResponseTo", "In response to", { hint: "the id of a SAMLRequest" }),
      choice("defect", "Defect", [["", "none"], ...assertionDefects]),
      area("attributes", "Attributes as JSON", { rows: 4, placeholder: "{\"groups\": [\"admin\"]}" }),
      field("expiresInSeconds", "Expires in (seconds)", { type: "number" }),
    ], async (data) => {
      const body = bodyOf(data, ["audience", "inResponseTo"], ["expiresInSeconds"]);
      if (data.get("defect")) body.defects = [data.get("defect")];
      body.attributes = objectOf(data, "attributes", "The attributes");
      const answer = await control.post(`${root}/assertions${mine}`, body);
      return [codeList([["postBody", answer.postBody], ["curl", curlOf(answer.postBody, project)]]),
        h("h3", null, "SAMLResponse"), code(new TextDecoder().decode(Uint8Array.from(
          atob(answer.samlResponse), (character) => character.charCodeAt(0)))),
        folded("The complete response", code(answer))];
    });
}

/** Returns the section that mints tokens of an issuer. */
export function mintSection(id, root, mine, accounts, { project }) {
  return mintingSection("Tokens", "The tokens that a native sign-in with this provider returns to an app, valid or with a defect.",
    "Mint tokens", (described) => [
      personFields(accounts),
      field("clientId", "Client id", { hint: "the project's own if empty" }),
      field("rawNonce", "Nonce", { hint: "as the app makes it, not hashed" }),
      defectChoice(described, [{ name: "", about: "" }]),
      area("claims", "Further claims as JSON", { rows: 4, placeholder: "{\"groups\": [\"admin\"]}",
        hint: "They are in the ID token." }),
      field("expiresInSeconds", "Expires in (seconds)", { type: "number" }),
      field("issuedSecondsAgo", "Issued (seconds ago)", { type: "number" }),
    ], async (data) => {
      const body = bodyOf(data, ["clientId", "rawNonce", "defect"], ["expiresInSeconds", "issuedSecondsAgo"]);
      body.claims = objectOf(data, "claims", "The claims");
      return shown(id, await control.post(`${root}/tokens${mine}`, body), project);
    });
}
