// The advice of the log on a request, with links to the screens for the change.

import { control } from "./api.js";
import { capital } from "./dom.js";

/** The switches of projects by name: purpose and values. */
export const SWITCHES = Object.fromEntries(
  (await control.get("settings:describe")).switches.map((one) => [one.name, one]));

/** Returns the decision that explains a request best: the refusal, otherwise the warning. */
export function cause(request) {
  const by = (outcome) => request.decisions.find((decision) => decision.outcome === outcome);
  return by("refused") ?? (request.outcome === "refused" ? request.decisions[0] : by("warned"));
}

/** Returns the advice for a request: sentences, and links as {label, screen, item, part}. */
export function advice(request) {
  const why = cause(request);
  const given = request.advice ?? [];
  const sentences = given.flatMap(({ text }) => text ?? []);
  const links = given.filter(({ part }) => part).map(({ part, name }) => name
    ? { label: `Switch ${name}`, screen: part, part: name } : { label: capital(part), screen: part });
  const { providerId, localId } = why ?? {};
  if (providerId) links.push({ label: `Provider ${providerId}`, screen: "providers", item: providerId });
  if (localId) links.push({ label: `User ${localId}`, screen: "users", item: localId });
  const { scenario } = request;
  if (scenario) links.push({ label: `Scenario ${scenario}`, screen: "scenarios", item: scenario });
  return { sentences, links };
}
