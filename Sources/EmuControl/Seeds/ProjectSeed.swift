internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// One project of a seed.
struct ProjectSeed: Sendable {
  let id: String
  let path: String
  let apiKeys: [String]
  let settings: SettingsChange?
  let config: ConfigDocument?
  let providers: [String: ProviderConfig]
  let people: [SeedPeople]
  let tenants: [SeedDocument.TenantDocument]
  let users: [SeedUser]

  init(id: String, _ document: SeedDocument.ProjectDocument) throws(SeedError) {
    let path = "projects.\(id)"
    guard Project.isPlausible(id: id) else {
      throw SeedError(path: path, message: ProjectIDRule.problem)
    }
    self.id = id
    self.path = path
    apiKeys = document.apiKeys ?? []
    config = document.config
    try config?.check("\(path).config")
    do throws(SettingsChange.Problem) {
      settings = try document.settings.map(SettingsChange.make)
    } catch {
      throw SeedError(path: "\(path).settings.\(error.name)", message: error.message)
    }
    providers = document.providers ?? [:]
    for id in providers.keys.sorted() where id.isEmpty || !ProviderRegistry.isAcceptable(id: id) {
      throw SeedError(
        path: "\(path).providers.\(id)",
        message: "this is no identity provider; passwords and anonymous users are set up under "
          + "config.signIn")
    }
    for (id, provider) in providers.sorted(by: { $0.key < $1.key }) {
      do throws(DocumentError) {
        try provider.check()
      } catch {
        throw SeedError(path: "\(path).providers.\(id).\(error.field)", message: error.message)
      }
      if id.hasPrefix("saml."), provider.saml == nil {
        throw SeedError(
          path: "\(path).providers.\(id).saml",
          message: "a SAML provider needs idpEntityId, ssoUrl, x509Certificates and spEntityId")
      }
    }
    var people: [SeedPeople] = []
    for (issuer, list) in (document.people ?? [:]).sorted(by: { $0.key < $1.key }) {
      let place = "\(path).people.\(issuer)"
      people.append(try SeedPeople(issuer: issuer, list, issuerPath: place, path: place))
    }
    self.people = people
    tenants = try Self.tenants(document.tenants ?? [], path)
    users = try Self.users(document.users ?? [], path)
    try checkDuplicates()
  }

  private static func tenants(
    _ documents: [SeedDocument.TenantDocument], _ path: String
  ) throws(SeedError) -> [SeedDocument.TenantDocument] {
    for (index, tenant) in documents.enumerated() {
      guard Project.isPlausible(id: tenant.id) else {
        throw SeedError(
          path: "\(path).tenants[\(index)].id",
          message: "a tenant id has letters, digits, hyphens and underscores")
      }
    }
    return documents
  }

  private static func users(
    _ documents: [UserDocument], _ path: String
  ) throws(SeedError) -> [SeedUser] {
    var users: [SeedUser] = []
    users.reserveCapacity(documents.count)
    for (index, document) in documents.enumerated() {
      do throws(SeedUser.Problem) {
        users.append(try SeedUser(document, index: index))
      } catch {
        throw SeedError(path: "\(path).users[\(index)].\(error.field)", message: error.message)
      }
    }
    return users
  }

  func error(_ user: SeedUser, _ field: String, _ message: String) -> SeedError {
    SeedError(path: "\(path).users[\(user.index)].\(field)", message: message)
  }

  /// Two users of one document may not claim the same thing.
  private func checkDuplicates() throws(SeedError) {
    var seen: [String: Int] = [:]
    let allowsDuplicateEmails = config?.signIn?.allowDuplicateEmails == true
    for user in users {
      let document = user.document
      var claims: [(field: String, value: String)] = []
      if let id = document.localId { claims.append(("localId", id)) }
      if let phone = document.phoneNumber { claims.append(("phoneNumber", phone)) }
      // Users who share an address are told apart by their ids.
      if let email = user.email, !allowsDuplicateEmails || document.localId == nil {
        claims.append(("email", email))
      }
      for (index, link) in user.links.enumerated() {
        claims.append(("providers[\(index)].rawId", "\(link.providerID) \(link.rawID)"))
      }
      for (field, value) in claims {
        let kind = field.hasPrefix("providers") ? "provider" : field
        let key = "\(document.tenantId ?? "") \(kind) \(value)"
        if let other = seen[key] {
          throw error(user, field, "users[\(other)] has the same; one of both must differ")
        }
        seen[key] = user.index
      }
    }
  }
}

extension SettingsChange {
  /// `init` as a function, so that its error keeps its type.
  fileprivate static func make(_ document: JSONObject) throws(Problem) -> SettingsChange {
    try SettingsChange(document)
  }
}
