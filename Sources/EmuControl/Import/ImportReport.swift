internal import EmuModel

struct ImportReport: Codable, Sendable {
  var format: String
  /// The number of new users; with `dryRun`, of those that would be stored.
  var stored = 0
  /// The number of changed users, for a seed.
  var updated = 0
  /// The number of existing users whose values are those of the file.
  var unchanged = 0
  /// The number of rejected users; without `skipRefused`, no user is stored then.
  var refused = 0
  /// The first rejections.
  var refusals: [Refusal] = []
  /// The losses of stored users, in sentences.
  var warnings: [String] = []
  var dryRun: Bool
  var losses = ImportLosses()

  private enum CodingKeys: String, CodingKey {
    case format, stored, updated, unchanged, refused, refusals, warnings, dryRun
  }

  struct Refusal: Codable, Sendable {
    /// The location, such as `line 12` or `users[3]`; empty for the whole file.
    var location: String
    var code: Code
    var message: String
  }

  enum Code: String, NamedChoice {
    case invalidValue = "INVALID_VALUE"
    /// A user of the project has the same.
    case alreadyExists = "ALREADY_EXISTS"
    /// An earlier user of the file has the same.
    case duplicate = "DUPLICATE"
    /// The parameters of the password's hash are unknown.
    case missingHashAlgorithm = "MISSING_HASH_ALGORITHM"
    /// The rest of the file cannot be read.
    case unreadable = "UNREADABLE"
  }

  private static let maximumRejections = 100

  init(_ format: ImportFormat, isDryRun: Bool) {
    self.format = format.rawValue
    dryRun = isDryRun
  }

  /// Sets the warnings, after the last user.
  mutating func close(unreadMembers: [String]) {
    losses.members = unreadMembers
    warnings = losses.sentences
  }

  mutating func refuse(_ message: String, _ code: Code, at location: String) {
    refused += 1
    guard refusals.count < Self.maximumRejections else { return }
    refusals.append(Refusal(location: location, code: code, message: message))
  }
}
