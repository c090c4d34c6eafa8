internal import EmuControlCalls
internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE

/// The query of an import.
struct ImportOptions: Sendable {
  /// Nil to determine the format by the body.
  var format: ImportFormat?
  /// The tenant of users that name none.
  var tenant: String?
  /// True to remove existing users first.
  var replaces: Bool
  /// True to reject a project with users.
  var requiresEmpty: Bool
  /// True to check everything and store nothing.
  var isDryRun: Bool
  /// True to store users in parts, and to skip existing ones.
  var continues: Bool
  /// True to store the other users, in one transaction, when some cannot be stored.
  var skipsRefused: Bool
  /// True to store users without the passwords whose hash parameters are unknown.
  var dropsUnknownHashes: Bool
  /// The hash parameters of users without their own.
  var hash: PasswordHashParameters?

  /// - Throws: an error that names the field of an invalid value.
  init(_ query: FormFields) throws(ControlError) {
    if let name = query.first("format") {
      guard let format = ImportFormat(rawValue: name) else {
        throw .invalid("format: the value must be one of \(ImportFormat.names).")
      }
      self.format = format
    }
    tenant = query.first("tenant")
    replaces = try Self.flag("replace", query)
    requiresEmpty = try Self.flag("requireEmpty", query)
    isDryRun = try Self.flag("dryRun", query)
    continues = try Self.flag("continue", query)
    skipsRefused = try Self.flag("skipRefused", query)
    dropsUnknownHashes = try Self.flag("withoutPasswords", query)
    guard !(continues && (replaces || isDryRun)) else {
      throw .invalid(
        "continue goes on with an import whose users are stored in parts; leave replace and dryRun out."
      )
    }
    hash = try Self.hash(query)
  }

  private static func flag(_ name: String, _ query: FormFields) throws(ControlError) -> Bool {
    guard let text = query.first(name) else { return false }
    guard let value = Bool(text) else {
      throw .invalid("\(name): the value must be true or false.")
    }
    return value
  }

  private static func hash(_ query: FormFields) throws(ControlError) -> PasswordHashParameters? {
    let name = query.first("hashAlgorithm")
    guard let name else {
      guard let stray = HashField.all.first(where: { query.first($0) != nil }) else { return nil }
      throw .invalid("\(stray) belongs to a hashAlgorithm, which is missing.")
    }
    var hash = PasswordHashParameters(name: name)
    hash.signerKey = query.first("signerKey")
    hash.saltSeparator = query.first("saltSeparator")
    hash.order = query.first("passwordHashOrder")
    for (field, path) in HashField.numbers {
      guard let text = query.first(field) else { continue }
      guard let number = Int(text) else { throw .invalid("\(field): the value must be a number.") }
      hash[keyPath: path] = number
    }
    do {
      _ = try hash.algorithm
    } catch {
      throw .invalid("hashAlgorithm: \(error.message).")
    }
    return hash
  }
}

/// The parameters of a hash algorithm in a query, with the names of `accounts:batchCreate`.
enum HashField {
  static var numbers: [(String, WritableKeyPath<PasswordHashParameters, Int?>)] {
    [
      ("rounds", \.rounds), ("memoryCost", \.memoryCost), ("parallelization", \.parallelization),
      ("blockSize", \.blockSize), ("dkLen", \.derivedKeyLength), ("cpuMemCost", \.cpuMemCost),
    ]
  }

  static var all: [String] {
    ["signerKey", "saltSeparator", "passwordHashOrder"] + numbers.map(\.0)
  }
}
