// The SDK or program that sent a request, in a few words.

const KINDS = [
  [/^iOS\/FirebaseSDK\/([\w.-]+)/, "Apple"], [/^Android\/Fallback\/X?([\w.-]+)/, "Android"],
  [/^(?:\w+)\/JsCore\/([\w.-]+)/, "Web"], [/^(\w+)(?:\.js)?\/Admin\/([\w.-]+)/, "Admin"],
];

const ERRORS = { ios: "Apple", android: "Android", web: "Web", cpp: "C++, Unity", flutter: "Flutter" };

/** Returns the errors of a scenario in each SDK: pairs of a name and an error, in the order of the names above. */
export function sdkErrors(errors) {
  return Object.keys(ERRORS).filter((sdk) => errors?.[sdk]).map((sdk) => [ERRORS[sdk], errors[sdk]]);
}

/** Returns the SDK's name, such as “Web 10.12.0” or “Admin Node 12.1.0”; without one the program's name. */
export function sdkOf(client) {
  if (!client) return "";
  for (const [pattern, name] of KINDS) {
    const match = pattern.exec(client);
    if (match) return [name, ...match.slice(1)].join(" ");
  }
  if (/^Mozilla\//.test(client)) return "browser";
  return client.split(/[\s;(]/)[0].replace("/", " ");
}
