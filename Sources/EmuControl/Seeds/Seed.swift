package import EmuHTTP
internal import EmuJSON
package import EmuModel
package import EmuIdentity

/// A valid seed document.
package struct Seed: Sendable {
  /// The largest document, in bytes.
  package static let limit = 64 << 20
  /// The most projects, tenants, providers, people and users together, whose checked documents take up
  /// to 700 MB.
  static let mostEntries = 250_000

  /// Relaxed JSON, in which a key of an object is there once.
  static let options = JSONParsingOptions.relaxedWithUniqueKeys

  /// Sorted by id.
  let projects: [ProjectSeed]
  /// The people that all projects share, by issuer.
  let issuers: [SeedPeople]
  /// The options of issuers by their ids, which replace the previous ones.
  let issuerOptions: [(id: String, options: IssuerOptions)]

  /// Parses a document: JSON or JSON5.
  ///
  /// - Throws: the first error, with its path.
  package init(parsing bytes: [UInt8], providers: ProviderRegistry) throws(DocumentError) {
    guard bytes.count <= Self.limit else {
      throw DocumentError(
        message: "the document is larger than \(Self.limit >> 20) MB; split it")
    }
    let tree: JSON
    do throws(JSONError) {
      tree = try JSON(parsing: bytes, options: Self.options)
    } catch {
      throw DocumentError(message: error.description)
    }
    try self.init(tree, providers)
  }

  /// Reads a document.
  ///
  /// - Throws: the first error, with its path.
  package init(
    reading body: any StoredBody, providers: ProviderRegistry
  ) throws(DocumentError) {
    let bytes: [UInt8]
    do {
      bytes = try body.bytes(from: 0, count: min(body.count, Self.limit + 1))
    } catch {
      throw DocumentError(message: "\(error)")
    }
    try self.init(parsing: bytes, providers: providers)
  }

  private init(_ tree: JSON, _ providers: ProviderRegistry) throws(DocumentError) {
    try SeedShape.check(tree)
    let document: SeedDocument
    do throws(JSONError) {
      document = try JSONDecoding.decode(
        SeedDocument.self, from: tree, options: .rejectingUnknownFields)
    } catch {
      throw DocumentError(message: error.description)
    }
    guard document.version == 1 else {
      throw DocumentError(
        field: "version", message: "this emulator reads version 1, not \(document.version)")
    }
    var projects: [ProjectSeed] = []
    for (id, project) in (document.projects ?? [:]).sorted(by: { $0.key < $1.key }) {
      projects.append(try ProjectSeed(id: id, project, providers))
    }
    try Self.checkAPIKeys(projects)
    self.projects = projects
    var issuers: [SeedPeople] = []
    var allOptions: [(id: String, options: IssuerOptions)] = []
    for (id, issuer) in (document.issuers ?? [:]).sorted(by: { $0.key < $1.key }) {
      issuers.append(
        try SeedPeople(
          issuer: id, issuer.accounts ?? [], issuerPath: "issuers.\(id)",
          path: "issuers.\(id).accounts", providers))
      guard var options = issuer.options else { continue }
      let provider = providers.provider(id)
      try DocumentError.located(at: "issuers.\(provider.id).options") { () throws(DocumentError) in
        try options.check(for: provider)
      }
      allOptions.append((provider.id, options))
    }
    self.issuers = issuers
    issuerOptions = allOptions
  }

  private static func checkAPIKeys(_ projects: [ProjectSeed]) throws(DocumentError) {
    var owners: [String: String] = [:]
    for project in projects {
      for (index, key) in (project.document.apiKeys ?? []).enumerated() {
        let path = "\(project.path).apiKeys[\(index)]"
        if let problem = APIKeyRule.problem(with: key, of: project.id) {
          throw DocumentError(field: path, message: problem)
        }
        if let owner = owners[key], owner != project.id {
          throw DocumentError(field: path, message: APIKeyRule.taken(by: owner))
        }
        owners[key] = project.id
      }
    }
  }
}

struct SeedPeople: Sendable {
  let provider: any IdentityProvider
  /// The path of the list.
  let path: String
  let people: [AccountDocument]

  init(
    issuer: String, _ people: [AccountDocument], issuerPath: String, path: String,
    _ providers: ProviderRegistry
  ) throws(DocumentError) {
    self.path = path
    self.people = people
    provider = providers.provider(issuer)
    guard providers.issuerIDs.contains(issuer) || ProviderID.isOfFamily(issuer) else {
      let near = NearestNames.of(issuer, among: providers.issuerIDs).joined(separator: " or ")
      let hint = near.isEmpty ? "use one of " : "did you mean \(near)? The issuers are "
      let known = (providers.issuerIDs + ["oidc.<name>", "saml.<name>"]).joined(separator: ", ")
      throw DocumentError(
        field: issuerPath, message: "there is no such issuer; \(hint)\(known)")
    }
    var seen: [[UInt8]: Int] = [:]
    for (index, person) in people.enumerated() {
      try DocumentError.located(at: "\(path)[\(index)]") { [provider] () throws(DocumentError) in
        try person.check(for: provider)
      }
      guard !person.isUnidentified else {
        throw DocumentError(
          field: "\(path)[\(index)]",
          message: "sub or email is needed, so that seeding twice finds the same person")
      }
      let email = EmailAddress.canonical(person.email ?? "")
      let key = Array((person.sub.map { "sub \($0)" } ?? email).utf8)
      if let other = seen.updateValue(index, forKey: key) {
        throw DocumentError(
          field: "\(path)[\(index)].\(person.sub == nil ? "email" : "sub")",
          message: "[\(other)] has the same; one of them must differ")
      }
    }
  }

  func error(_ error: DocumentError, at index: Int) -> DocumentError {
    DocumentError(field: "\(path)[\(index)].\(error.field)", message: error.message)
  }
}
