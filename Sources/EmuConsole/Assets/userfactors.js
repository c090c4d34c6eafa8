// The second factors and passkeys of a user.

import { control, scope } from "./api.js";
import { confirm } from "./confirm.js";
import { copied } from "./copy.js";
import { button, fill, h, quiet, section } from "./dom.js";
import { table } from "./table.js";
import { moment } from "./time.js";
import { addFactor, update, updateFactors } from "./userforms.js";

export function factors(place, user, view) {
  const list = user.mfaInfo ?? [];
  const nameOf = ({ displayName, mfaEnrollmentId }) => displayName ?? mfaEnrollmentId;
  const drop = (factor) => confirm(`Remove the second factor ${nameOf(factor)}?`,
    "The user signs in without it from then on.", "Remove", () => updateFactors(place, user.localId, (factors) =>
      factors.filter(({ mfaEnrollmentId }) => mfaEnrollmentId !== factor.mfaEnrollmentId)), "Removed.");
  const codes = new Map(list.map(({ mfaEnrollmentId }) => [mfaEnrollmentId, h("span")]));
  async function showCodes() {
    const { totpCodes } = await control.get(`${scope(place)}/totpCodes`, { localId: user.localId });
    for (const { mfaEnrollmentId, code: value, validUntil } of totpCodes) {
      fill(codes.get(mfaEnrollmentId) ?? h("span"), "code now ", copied(value, "the code"), " until ",
        moment(validUntil));
    }
  }
  if (list.some(({ totpInfo }) => totpInfo)) {
    const timer = setInterval(() => showCodes().catch(() => {}), 5000);
    view.onLeave(() => clearInterval(timer));
    showCodes().catch(() => {});
  }
  return section("Second factors", list.length
    ? table("Second factors", ["Name", "Kind", "Enrolled", "Actions"], list.map((factor) => [
      nameOf(factor),
      [factor.phoneInfo ? `text message to ${factor.phoneInfo}` : "authenticator app ",
        codes.get(factor.mfaEnrollmentId)],
      moment(factor.enrolledAt),
      button("Remove", () => drop(factor), { "aria-label": `Remove ${nameOf(factor)}` })]))
    : quiet("None."),
  button("Add a second factor", () => addFactor(place, user)));
}

export function passkeys(place, user) {
  const list = user.passkeyInfo ?? [];
  if (!list.length) return null;
  return section("Passkeys",
    table("Passkeys", ["Name", "Credential", "Actions"], list.map(({ name, credentialId }) => [
      name ?? "", copied(credentialId, "the credential id"),
      button("Remove", () => confirm("Remove the passkey?", "The user can no longer sign in with it.", "Remove",
        () => update(place, { localId: user.localId, deletePasskey: [credentialId] }), "Removed."), { "aria-label": `Remove the passkey ${name ?? credentialId}` })])));
}
