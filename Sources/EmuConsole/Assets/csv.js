// Users as lines of the CSV that the Firebase CLI reads and writes.

const FIRST = ["google.com", "facebook.com", "twitter.com", "github.com"];
const LATER = ["apple.com", "microsoft.com", "linkedin.com", "gc.apple.com", "playgames.google.com", "yahoo.com"];

/** Returns a value in quotes where it needs them (RFC 4180). */
function quoted(value) {
  const text = String(value ?? "");
  return /[",\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a user of `accounts:batchGet` as one line: 52 columns, and the comma that ends each. */
export function csvLine(user) {
  const columns = (providers) => providers.flatMap((id) => {
    const info = (user.providerUserInfo ?? []).find(({ providerId }) => providerId === id) ?? {};
    return [info.rawId, info.email, info.displayName, info.photoUrl];
  });
  return `${[user.localId, user.email, user.emailVerified, user.passwordHash, user.salt, user.displayName,
    user.photoUrl, ...columns(FIRST), user.createdAt, user.lastLoginAt, user.phoneNumber, user.disabled,
    user.customAttributes, ...columns(LATER)].map(quoted).join(",")},\n`;
}
