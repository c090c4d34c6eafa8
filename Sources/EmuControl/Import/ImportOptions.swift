internal import EmuControlCalls
internal import EmuCrypto
internal import EmuHTTP
internal import EmuJSON

/// The query of an import, whose fields the table of ``Control`` describes.
struct ImportOptions: Sendable {
  /// Nil to determine the format by the body.
  var format: ImportFormat?
  var tenant: String?
  var replaces: Bool
  var requiresEmpty: Bool
  var isDryRun: Bool
  var skipsRefused: Bool
  var dropsUnknownHashes: Bool
  /// The hash parameters of users without their own.
  var hash: PasswordHashParameters?

  /// - Throws: an error that names the field of an invalid value.
  init(_ query: FormFields) throws(ControlError) {
    format = try query.choice("format", "one of \(ImportFormat.names)")
    tenant = query.first("tenant")
    replaces = query.flag("replace") ?? false
    requiresEmpty = query.flag("requireEmpty") ?? false
    isDryRun = query.flag("dryRun") ?? false
    skipsRefused = query.flag("skipRefused") ?? false
    dropsUnknownHashes = query.flag("withoutPasswords") ?? false
    hash = try Self.hash(query)
  }

  /// The parameters of a hash algorithm, with the names of `accounts:batchCreate`.
  static let hashFields = [
    "signerKey", "saltSeparator", "passwordHashOrder", "rounds", "memoryCost", "parallelization",
    "blockSize", "dkLen", "cpuMemCost",
  ]

  private static func hash(_ query: FormFields) throws(ControlError) -> PasswordHashParameters? {
    var members = JSONObject()
    for name in hashFields { members[name] = query.first(name).map(JSON.string) }
    guard let name = query.first("hashAlgorithm") else {
      guard let stray = members.keys.first else { return nil }
      throw .invalid("\(stray) belongs to a hashAlgorithm, which is missing.")
    }
    members["algorithm"] = .string(name)
    let hash: PasswordHashParameters
    do {
      hash = try JSONDecoding.decode(PasswordHashParameters.self, from: .object(members))
    } catch {
      throw .invalid("\(error.path ?? ""): the value must be a number.")
    }
    do {
      _ = try hash.algorithm
    } catch {
      throw .invalid("hashAlgorithm: \(error.message).")
    }
    return hash
  }
}
