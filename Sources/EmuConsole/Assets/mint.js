// The tokens that a native sign-in returns to an app, and the code that passes them to an SDK.

import { control } from "./api.js";
import { formDialog } from "./confirm.js";
import { copyButton } from "./copy.js";
import { button, code, fill, h } from "./dom.js";
import { defectChoice, describeFaults } from "./faultform.js";
import { area, choice, field, json } from "./form.js";
import { tokenView } from "./token.js";

const FIELDS = ["idToken", "accessToken", "oauthTokenSecret", "refreshToken", "authorizationCode"];

/** The code for each SDK, by provider; `text` quotes a value for the language. */
export function snippets(id, tokens, project) {
  const text = (value) => JSON.stringify(value ?? "");
  const kotlin = (value) => text(value).replaceAll("$", "\\$");
  const { idToken, accessToken, rawNonce } = tokens;
  const form = new URLSearchParams({ providerId: id });
  for (const [name, value] of [["id_token", idToken], ["access_token", accessToken], ["nonce", rawNonce]]) {
    if (value) form.set(name, value);
  }
  const body = JSON.stringify({ requestUri: location.origin, postBody: String(form), returnSecureToken: true });
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
  const quoted = `'${body.replaceAll("'", "'\\''")}'`;
  const key = encodeURIComponent(`emulator-${project}`);
  return [
    ["Swift", `try await Auth.auth().signIn(with: ${swift})`],
    ["Web", `await signInWithCredential(auth, ${web});`],
    ["Kotlin", `Firebase.auth.signInWithCredential(${android}).await()`],
    ["Flutter", `await FirebaseAuth.instance.signInWithCredential(${dart});`],
    ["curl", `curl '${location.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=${key}' -H 'Content-Type: application/json' -d ${quoted}`],
  ];
}

function shown(id, answer, project) {
  return [
    (answer.warnings ?? []).map((warning) => h("p", { role: "alert" }, warning)),
    h("h3", null, "For an SDK"),
    h("ul", { class: "lines" }, snippets(id, answer, project).map(([name, text]) => {
      const copy = copyButton("Copy", text, `the code for ${name}`);
      copy.setAttribute("aria-label", `Copy the code for ${name}`);
      return h("li", null, h("span", null, name), h("code", { class: "cut", title: text }, text), copy);
    })),
    FIELDS.filter((name) => answer[name]).map((name) => tokenView(name, answer[name])),
    h("details", null, h("summary", null, "The complete answer"), code(answer)),
  ];
}

/** Returns the claims of a form: an object of JSON. */
function claimsOf(data) {
  const claims = json(data.get("claims"), "The claims");
  if (claims !== undefined && (claims === null || typeof claims !== "object" || Array.isArray(claims))) {
    throw new Error("The claims are not a JSON object, such as {\"groups\": [\"admin\"]}.");
  }
  return claims;
}

/** Returns the section that mints tokens of an issuer. */
export function mintSection(id, root, mine, accounts, { project }) {
  const result = h("div", { "data-kept": "" });
  async function mint() {
    const described = await describeFaults();
    return formDialog("Mint tokens", [
      choice("sub", "For", [["", "a new person"], ...accounts.map((person) =>
        [person.sub, person.email ?? person.sub])]),
      field("email", "or an e-mail address", { type: "email" }),
      field("clientId", "Client id", { hint: "the project's own where it is empty" }),
      field("rawNonce", "Nonce", { hint: "as the app makes it, not hashed" }),
      defectChoice(described, [["", "none"]]),
      area("claims", "Further claims as JSON", { rows: 4, placeholder: "{\"groups\": [\"admin\"]}",
        hint: "They are in the ID token." }),
      field("expiresInSeconds", "Expires in (seconds)", { type: "number" }),
      field("issuedSecondsAgo", "Issued (seconds ago)", { type: "number" }),
    ], "Mint", async (data) => {
      const body = {};
      if (data.get("email")) body.account = { email: data.get("email") };
      else if (data.get("sub")) body.account = { sub: data.get("sub") };
      for (const key of ["clientId", "rawNonce", "defect"]) if (data.get(key)) body[key] = data.get(key);
      for (const key of ["expiresInSeconds", "issuedSecondsAgo"]) if (data.get(key)) body[key] = Number(data.get(key));
      const claims = claimsOf(data);
      if (claims) body.claims = claims;
      const answer = await control.post(`${root}/tokens${mine}`, body);
      fill(result, shown(id, answer, project));
    });
  }
  return h("section", null, h("h2", null, "Tokens"),
    h("p", null, "The tokens that a native sign-in with this provider returns to an app, valid or with a defect."),
    button("Mint tokens", mint), result);
}
