internal import EmuStore

/// An operation under `/emulator/v1`, described like a call of the control API.
protocol DescribedCall {
  /// The purpose of the call, in one sentence.
  static var about: String { get }
  /// The purpose of each field of the query, by its name.
  static var query: [String: String] { get }
}

extension DescribedCall {
  static var query: [String: String] { [:] }
}

extension ListUsers: DescribedCall {
  static let about =
    "Returns users, the newest first, or those that its filters accept; a page may be empty before the last."
  static let query = [
    "search":
      "a part of uid, address, number or name, in any case, or the complete id of a provider",
    "localId": "the user with this uid alone",
    "provider":
      "a way to sign in: the id of a provider, or password, phone, emailLink, custom, passkey, none",
    "state": words(UserFilter.State.self),
    "factor": "a kind of second factor: \(words(UserFilter.Factor.self))",
    "claim": "a custom claim by its name, or with its value: plan=pro",
    "signedInSince": "only users whose last sign-in is not before this time (RFC 3339)",
    "notSignedInSince":
      "only users whose last sign-in is before this time (RFC 3339), or who never signed in",
    "order": "\(words(Order.self)), by creation; default newest",
    "pageToken": "nextPageToken of the page before",
    "limit": "the maximum number, from 1 to \(mostUsers); default \(usualLimit)",
    "count": "true for the number of all users, which takes long for many users",
  ]
}

extension ListMessages: DescribedCall {
  static let about =
    "Returns the last e-mails, text messages and silent pushes, used or not, the newest first."
  static let query = [
    "limit": "the maximum number, from 1 to \(mostMessages); default \(usualLimit)"
  ]
}

extension DeleteMessages: DescribedCall {
  static let about =
    "Deletes e-mails and text messages with their codes: one by its id, or all."
  static let query = ["id": "the id of one message; without it all"]
}

extension ListTotpCodes: DescribedCall {
  static let about = "Returns the current code of each authenticator app."
  static let query = ["localId": "only the apps of the user with this uid"]
}

extension ListOobCodes: DescribedCall {
  static let about = "Returns the valid codes of links."
  static let query = ["email": "only codes for this address"]
}

extension ListVerificationCodes: DescribedCall {
  static let about = "Returns the valid codes of text messages."
  static let query = ["phoneNumber": "only codes for this number"]
}

extension DeleteAllAccounts: DescribedCall {
  static let about = "Removes every account of a project or a tenant."
}

extension GetEmulatorConfig: DescribedCall {
  static let about = "Returns the part of the configuration that the official emulator can set."
}

extension UpdateEmulatorConfig: DescribedCall {
  static let about = "Changes that configuration."
}
