/// The options of an import of users.
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
  /// True to remove existing users first.
  public var replaces = false
  /// True to reject a project with users.
  public var requiresEmpty = false
  /// True to check everything and store nothing.
  public var isDryRun = false
  /// True to skip users that cannot be stored, and to store the others in one step.
  public var skipsRefused = false
  /// True to store users without the passwords whose hash parameters are not known.
  public var withoutPasswords = false
  /// The parameters of the password hashes, by the names of `accounts:batchCreate`:
  /// `["hashAlgorithm": "SCRYPT", "signerKey": "…", "rounds": "8"]`.
  public var hash: [String: String] = [:]

  /// Creates options; each may be omitted, and the others are set on the value.
  public init(
    format: Format? = nil, tenant: String? = nil, replaces: Bool = false,
    skipsRefused: Bool = false, isDryRun: Bool = false
  ) {
    self.format = format
    self.tenant = tenant
    self.replaces = replaces
    self.skipsRefused = skipsRefused
    self.isDryRun = isDryRun
  }

  var query: [String: String?] {
    func flag(_ value: Bool) -> String? { value ? "true" : nil }
    let query: [String: String?] = [
      "format": format?.rawValue, "tenant": tenant, "replace": flag(replaces),
      "requireEmpty": flag(requiresEmpty), "dryRun": flag(isDryRun),
      "skipRefused": flag(skipsRefused), "withoutPasswords": flag(withoutPasswords),
    ]
    return query.merging(hash) { _, hash in hash }
  }
}

/// The result of an import.
public struct UserImportResult: Sendable, Hashable, Decodable {
  /// A user that was not stored.
  public struct Refusal: Sendable, Hashable, Decodable {
    /// The location in the file, such as `line 2` or `users[1]`.
    public let location: String
    /// The kind of the problem, such as `INVALID_VALUE` or `ALREADY_EXISTS`.
    public let code: String
    /// The problem.
    public let message: String
  }

  /// The form of the file.
  public let format: String
  /// Users that are new, or would be after a dry run.
  public let stored: Int
  /// Users that differ now.
  public let updated: Int
  /// Users of the project whose values are those of the file.
  public let unchanged: Int
  /// Users that cannot be stored.
  public let refused: Int
  /// The first of those, with the reason.
  public let refusals: [Refusal]
  /// The losses of stored users, in sentences: fields that are not known, and passwords.
  public let warnings: [String]
  /// True for a dry run, which stored nothing.
  public let dryRun: Bool
}
