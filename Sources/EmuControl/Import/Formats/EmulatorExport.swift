internal import EmuCrypto
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// The files of an `auth_export` folder as members of one object: `{"config": <config.json>,
/// "accounts": {"": <accounts.json>, "acme": <accounts-acme.json>}, "supplement":
/// <auth-emulator.json>}`.
///
/// The supplement is a seed document with the values that the other files lack. It has the
/// configuration of the project and its tenants, and the passkeys and hash parameters of users. Both
/// come before the accounts, so that the text is read once.
struct EmulatorExport {
  private static let arrays: [[String?]] = [["accounts", nil, "users"]]
  private static let known = ["config", "accounts", "supplement"]

  private let body: any StoredBody
  let config: Config?
  /// The configuration in the supplement; nil without one.
  let setup: Seed?
  private let additions: [[UInt8]: UserDocument]
  /// True when the request says how to treat hashes of unknown parameters.
  private let hasHashOptions: Bool
  /// The members before the accounts, and those of `config.json` that are not read.
  private let members: [String]
  private let unreadConfig: [String]

  /// Reads everything before the accounts.
  init(
    _ body: any StoredBody, project: String, _ options: ImportOptions,
    _ providers: ProviderRegistry
  ) throws {
    self.body = body
    hasHashOptions = options.hash != nil || options.dropsUnknownHashes
    var reader = Self.reader(body)
    do {
      let head = try reader.head()
      _ = try Self.unreadMembers(of: head)
      members = head.object?.keys ?? []
      let (config, unread) = try head["config"].map(Self.config) ?? (nil, [])
      self.config = config
      unreadConfig = unread.map { "config.json: \($0)" }
      guard var document = head["supplement"] else {
        (setup, additions) = (nil, [:])
        return
      }
      do throws(DocumentError) {
        additions = try Self.takeAdditions(from: &document, renaming: project)
        setup = try Seed(parsing: document.serializedBytes(), providers: providers)
      } catch {
        throw DocumentError(
          message: "auth-emulator.json: \(error.description). Correct the file, or remove it.")
      }
    } catch let error as JSONError {
      throw DocumentError(error, after: "auth_export")
    }
  }

  /// Checks the members beside the users of each file, and returns those that are not read.
  fileprivate static func unreadMembers(of document: JSON) throws(DocumentError) -> [String] {
    if let member = document.object?.keys.first(where: { !known.contains($0) }) {
      throw DocumentError(
        message:
          "\(member.prefix(80)) is not read. Write {\"accounts\": {\"\": {\"users\": [...]}}}.")
    }
    var unread: [String] = []
    for file in document["accounts"]?.object ?? JSONObject() {
      let name = fileName(ofTenant: file.key)
      guard case .object(let members) = file.value else {
        throw DocumentError(message: #"\#(name) is not an object. Write {"users": [...]}."#)
      }
      for member in members.keys where !AccountSource.members.contains(member) {
        unread.append("\(name): \(member.prefix(80))")
      }
      if members["users"] == nil, let member = unread.first {
        throw DocumentError(message: "\(member) is not read. Write {\"users\": [...]}.")
      }
      guard members["users"].map({ $0.array != nil }) ?? true else {
        throw DocumentError(message: #"\#(name): users is not a list. Write {"users": [...]}."#)
      }
    }
    return unread
  }

  fileprivate static func fileName(ofTenant tenant: String) -> String {
    tenant.isEmpty ? "accounts.json" : "accounts-\(tenant).json"
  }

  /// Returns the configuration, and the paths of the members that are not read.
  private static func config(_ tree: JSON) throws(DocumentError) -> (Config?, [String]) {
    do throws(JSONError) {
      return try JSONDecoding.decodeReportingUnknownFields(Config.self, from: tree)
    } catch {
      throw DocumentError(
        message: "config.json: \(error.description). Correct the file, or export it again.")
    }
  }

  /// Removes the users of the supplement's project, and returns them.
  ///
  /// - Parameter id: the new name of the project.
  private static func takeAdditions(
    from document: inout JSON, renaming id: String
  ) throws(DocumentError) -> [[UInt8]: UserDocument] {
    var additions: [[UInt8]: UserDocument] = [:]
    guard case .object(var members) = document, let projects = members["projects"]?.object,
      case .object(var own)? = projects.first?.value
    else { return additions }
    guard projects.count == 1 else {
      throw DocumentError(field: "projects", message: "keep one of them")
    }
    let users = own["users"]?.array ?? []
    if !users.isEmpty { own["users"] = nil }
    members["projects"] = .object([id: .object(own)])
    document = .object(members)
    for (index, tree) in users.enumerated() {
      let user = try DocumentError.located(at: "users[\(index)]") { () throws(DocumentError) in
        try UserDocument(reading: tree)
      }
      additions[key(of: user, tenant: user.common.tenantId)] = user
    }
    return additions
  }

  /// Returns bytes, since two spellings of one text are two ids.
  private static func key(of user: UserDocument, tenant: String?) -> [UInt8] {
    Array("\(tenant ?? "")/\(user.common.localId ?? "")".utf8)
  }

  private static func reader(_ body: any StoredBody) -> JSONElementReader {
    JSONElementReader(arrays: arrays, limit: Seed.limit, readingChunks: body.pieces())
  }

  var users: Users {
    Users(
      reader: Self.reader(body), additions: additions, hasHashOptions: hasHashOptions,
      members: members, unreadMembers: unreadConfig)
  }

  struct Users: UserSource {
    fileprivate var reader: JSONElementReader
    fileprivate let additions: [[UInt8]: UserDocument]
    fileprivate let hasHashOptions: Bool
    /// The members before the accounts.
    fileprivate let members: [String]
    fileprivate(set) var unreadMembers: [String]
    /// The location of the next user.
    fileprivate var location = ImportLocation(file: "accounts.json", number: 0, isLine: false)

    mutating func next() throws -> SourceUser? {
      do {
        guard let element = try reader.next() else {
          try checkEnd()
          return nil
        }
        let tenant = element.path[1].isEmpty ? nil : element.path[1]
        enter(element.path[1])
        location.number = element.index
        defer { location.number += 1 }
        var user = ExportedAccount.read(element.value, at: location, tenantID: tenant)
        user.document = user.document.map { completed($0, tenant) }
        user.record = String(decoding: element.text, as: UTF8.self)
        return user
      } catch let error as JSONError {
        if reader.path.count > 1 { enter(reader.path[1]) }
        var error = error
        // It counts from the beginning of all files, which are one text here.
        error.offset = nil
        throw DocumentError(error, after: "\(location)")
      }
    }

    private mutating func checkEnd() throws {
      let rest = try reader.skeleton()
      let unread = try EmulatorExport.unreadMembers(of: rest)
      if let late = rest.object?.keys.first(where: { !members.contains($0) }) {
        throw DocumentError(
          message: "\(late.prefix(80)) is after the accounts. Write it before them.")
      }
      unreadMembers = unread + unreadMembers
    }

    /// Moves to the first user of a tenant's file, unless that is the current one.
    private mutating func enter(_ tenant: String) {
      let file = EmulatorExport.fileName(ofTenant: tenant)
      if file != location.file { location = ImportLocation(file: file, number: 0, isLine: false) }
    }

    /// Adds the values of the supplement.
    private func completed(_ user: UserDocument, _ tenant: String?) -> UserDocument {
      var document = user
      let addition =
        additions.isEmpty
        ? nil : additions[EmulatorExport.key(of: document, tenant: tenant)]
      // With their keys.
      document.passkeys = addition?.passkeys ?? document.passkeys
      guard document.common.passwordHash != nil, !document.hasClearPassword else { return document }
      document.hash = addition?.hash
      // The folder does not say how a hash was made. As on the official emulator its user is kept.
      if document.hash == nil, !hasHashOptions {
        document.hash = .unknown
      }
      return document
    }
  }
}
