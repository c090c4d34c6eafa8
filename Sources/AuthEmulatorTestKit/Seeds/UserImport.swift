/// How users are imported.
public struct UserImportOptions: Sendable, Hashable {
  /// The forms of a file with users.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// A seed document, which names its projects itself.
    case seed
    /// A user of a seed on each line.
    case lines = "ndjson"
    /// The JSON of `firebase auth:export`.
    case firebaseJSON = "firebase"
    /// The CSV of `firebase auth:export`.
    case firebaseCSV = "firebase-csv"
  }

  /// The form; nil to find it by the content.
  public var format: Format?
  /// The tenant of users that name none.
  public var tenant: String?
  /// Whether the users that are there are removed first.
  public var replaces = false
  /// Whether a project with users is refused.
  public var requiresEmpty = false
  /// Whether everything is checked and nothing is stored.
  public var isDryRun = false
  /// Whether users that cannot be stored are left out, and those that are there passed over; otherwise all
  /// users are stored or none.
  public var continues = false
  /// How password hashes were made, by the names of `accounts:batchCreate`:
  /// `["hashAlgorithm": "SCRYPT", "signerKey": "…", "rounds": "8"]`.
  public var hash: [String: String] = [:]

  /// Options, of which each may be left out; the others are set on the value.
  public init(
    format: Format? = nil, tenant: String? = nil, replaces: Bool = false, continues: Bool = false,
    isDryRun: Bool = false
  ) {
    self.format = format
    self.tenant = tenant
    self.replaces = replaces
    self.continues = continues
    self.isDryRun = isDryRun
  }

  /// The query of the call.
  var query: [String: String?] {
    func flag(_ value: Bool) -> String? { value ? "true" : nil }
    let query: [String: String?] = [
      "format": format?.rawValue, "tenant": tenant, "replace": flag(replaces),
      "requireEmpty": flag(requiresEmpty), "dryRun": flag(isDryRun), "continue": flag(continues),
    ]
    return query.merging(hash) { _, hash in hash }
  }
}

/// What became of an import.
public struct UserImportResult: Sendable, Hashable, Decodable {
  /// A user that was not stored.
  public struct Refusal: Sendable, Hashable, Decodable {
    /// Where it is in the file, such as `line 2` or `users[1]`.
    public let place: String
    /// What is wrong with it.
    public let message: String
  }

  /// The form of the file.
  public let format: String
  /// Users that are new, or would be after a dry run.
  public let stored: Int
  /// Users that differ now.
  public let updated: Int
  /// Users that were there already.
  public let skipped: Int
  /// Users that cannot be stored.
  public let refused: Int
  /// The first of those, with the reason.
  public let refusals: [Refusal]
  /// Whether nothing was stored on purpose.
  public let dryRun: Bool
}
