internal import EmuControlCalls
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// A project of a seed.
struct ProjectSeed: Sendable {
  let id: String
  let path: String
  let apiKeys: [String]
  let switches: SwitchChange?
  let config: Config?
  let providers: [String: ProviderConfig]
  let people: [SeedPeople]
  let tenants: [TenantDocument]
  private(set) var users: [SeedUser]

  init(
    id: String, _ document: SeedDocument.ProjectDocument, _ registry: ProviderRegistry
  ) throws(SeedError) {
    let path = "projects.\(id)"
    guard Project.isPlausible(id: id) else {
      throw SeedError(path: path, message: Project.idProblem)
    }
    self.id = id
    self.path = path
    apiKeys = document.apiKeys ?? []
    config = document.config
    try SeedError.check(at: "\(path).config") { () throws(DocumentError) in
      try document.config?.checkServiceAccounts()
    }
    do throws(SwitchChange.Problem) {
      switches = try document.settings.map(SwitchChange.make)
    } catch {
      throw SeedError(path: "\(path).settings.\(error.name)", message: error.message)
    }
    providers = document.providers ?? [:]
    try SeedError.check(at: path) { () throws(DocumentError) in
      try registry.check(document.providers ?? [:])
    }
    var people: [SeedPeople] = []
    for (issuer, list) in (document.people ?? [:]).sorted(by: { $0.key < $1.key }) {
      let place = "\(path).people.\(issuer)"
      people.append(try SeedPeople(issuer: issuer, list, issuerPath: place, path: place, registry))
    }
    self.people = people
    tenants = document.tenants ?? []
    var seen: [String: Int] = [:]
    for (index, tenant) in tenants.enumerated() {
      try SeedError.check(at: "\(path).tenants[\(index)]") { () throws(DocumentError) in
        try tenant.check(registry)
      }
      if let other = seen.updateValue(index, forKey: tenant.id) {
        throw SeedError(
          path: "\(path).tenants[\(index)].id",
          message: "tenants[\(other)] has the same; one of them must differ")
      }
    }
    users = []
    users = try (document.users ?? []).enumerated().map { index, document throws(SeedError) in
      do throws(SeedUser.Problem) {
        return try SeedUser(document, index: index)
      } catch {
        throw self.error(error, at: index)
      }
    }
    try checkDuplicates()
  }

  /// True for so many users that an empty store creates its indexes after them.
  var isLong: Bool { users.count > 1000 }

  private func error(_ problem: SeedUser.Problem, at index: Int) -> SeedError {
    let field = problem.field.isEmpty ? "" : ".\(problem.field)"
    return SeedError(path: "\(path).users[\(index)]\(field)", message: problem.message)
  }

  func error(_ user: SeedUser, _ field: String, _ message: String) -> SeedError {
    error(user: user.index, field, message)
  }

  /// - Parameter index: the index of the user in the list.
  func error(user index: Int, _ field: String, _ message: String) -> SeedError {
    SeedError(path: "\(path).users[\(index)].\(field)", message: message)
  }

  /// Checks that no two users of the document have the same unique value.
  private func checkDuplicates() throws(SeedError) {
    var seen: [[UInt8]: Int] = [:]
    for user in users {
      for claim in user.claims(in: self) {
        let key = Array(claim.key.utf8)
        if let other = seen.updateValue(user.index, forKey: key) {
          throw error(user, claim.field, "users[\(other)] has the same; one of them must differ")
        }
      }
    }
  }
}

extension SeedUser {
  /// A value that must be unique among the users of a project or tenant.
  struct Claim {
    var field: String
    /// A key that is equal for equal claims.
    var key: String
  }

  func claims(in project: ProjectSeed) -> [Claim] {
    var claims: [Claim] = []
    func claim(_ field: String, _ kind: String, _ value: String) {
      claims.append(Claim(field: field, key: "\(document.tenantId ?? "") \(kind) \(value)"))
    }
    if let id = document.localId { claim("localId", "localId", id) }
    if let phone = document.phoneNumber { claim("phoneNumber", "phoneNumber", phone) }
    // Users with the same address are distinguished by their ids.
    let allowsDuplicateEmails = project.config?.signIn?.allowDuplicateEmails == true
    if let email, !allowsDuplicateEmails || document.localId == nil {
      claim("email", "email", email)
    }
    for (index, link) in links.enumerated() {
      claim("providers[\(index)].rawId", "provider", "\(link.providerID) \(link.rawID)")
    }
    for (index, passkey) in passkeys.enumerated() {
      claim("passkeys[\(index)].credentialId", "passkey", passkey.id)
    }
    return claims
  }
}

extension SwitchChange {
  /// `init` as a function, so that its error keeps its type.
  fileprivate static func make(_ document: JSONObject) throws(Problem) -> SwitchChange {
    try SwitchChange(document)
  }
}
