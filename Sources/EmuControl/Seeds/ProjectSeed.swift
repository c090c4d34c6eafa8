internal import EmuIdentity
internal import EmuModel

/// A checked project of a seed document.
struct ProjectSeed: Sendable {
  let id: String
  let document: SeedDocument.ProjectDocument
  let people: [SeedPeople]

  var path: String { "projects.\(id)" }
  var users: [UserDocument] { document.users ?? [] }

  init(
    id: String, _ document: SeedDocument.ProjectDocument, _ registry: ProviderRegistry
  ) throws(DocumentError) {
    let path = "projects.\(id)"
    guard Project.isPlausible(id: id) else {
      throw DocumentError(field: path, message: String(Project.idProblem.dropLast()))
    }
    for (index, account) in (document.config?.serviceAccounts ?? []).enumerated()
    where account.key == nil {
      throw DocumentError(
        field: "\(path).config.serviceAccounts[\(index)].publicKey",
        message: "write a public key or a certificate in PEM")
    }
    try DocumentError.located(at: path) { () throws(DocumentError) in
      try registry.check(document.providers ?? [:])
    }
    var people: [SeedPeople] = []
    for (issuer, list) in (document.people ?? [:]).sorted(by: { $0.key < $1.key }) {
      let location = "\(path).people.\(issuer)"
      people.append(
        try SeedPeople(issuer: issuer, list, issuerPath: location, path: location, registry))
    }
    var seen: [String: Int] = [:]
    for (index, tenant) in (document.tenants ?? []).enumerated() {
      try DocumentError.located(at: "\(path).tenants[\(index)]") { () throws(DocumentError) in
        try tenant.check(registry)
      }
      if let other = seen.updateValue(index, forKey: tenant.id) {
        throw DocumentError(
          field: "\(path).tenants[\(index)].id",
          message: "tenants[\(other)] has the same; one of them must differ")
      }
    }
    var checked = document
    checked.users = try document.users?.enumerated().map { index, user throws(DocumentError) in
      var user = user
      try DocumentError.located(at: "\(path).users[\(index)]") { () throws(DocumentError) in
        try user.check()
      }
      return user
    }
    (self.id, self.document, self.people) = (id, checked, people)
    try checkDuplicates()
  }

  /// True for so many users that an empty store creates its indexes after them.
  var isLong: Bool { users.count > 1000 }

  func error(ofUser index: Int, _ member: String, _ message: String) -> DocumentError {
    DocumentError(field: "\(path).users[\(index)].\(member)", message: message)
  }

  /// Checks that no two users of the document have the same unique value.
  private func checkDuplicates() throws(DocumentError) {
    let allowsDuplicateEmails = document.config?.signIn?.allowDuplicateEmails == true
    var seen: [[UInt8]: Int] = [:]
    for (index, user) in users.enumerated() {
      for (member, value) in user.uniqueValues {
        // Users with the same address are distinguished by their ids.
        if case .email = value, allowsDuplicateEmails, user.common.localId != nil { continue }
        let key = Array("\(user.common.tenantId ?? "") \(value)".utf8)
        guard let other = seen.updateValue(index, forKey: key) else { continue }
        throw error(ofUser: index, member, "users[\(other)] has the same; one of them must differ")
      }
    }
  }
}
