internal import EmuControlCalls
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `issuers/{id}/accounts`: the people of an issuer.
enum Accounts {
  static func list(_ call: IssuerCall) throws -> ControlAnswer<AccountPage> {
    let scope = try call.project().people(of: call.issuer())
    let accounts = try call.services.store.read { reader in
      let consents = Dictionary(grouping: try reader.consents(in: scope), by: \.personKey)
      return try reader.people(in: scope).map { person in
        AccountReport(person, consents: consents[person.key] ?? [])
      }
    }
    return try ControlAnswer(AccountPage(accounts: accounts))
  }

  static func create(_ call: IssuerCall) throws -> ControlAnswer<AccountReport> {
    let issuer = try call.issuer()
    let input = try call.input(AccountDocument.self)
    try input.check(for: issuer.provider)
    let project = try call.project()
    return call.write { writer in
      let people = call.people(issuer, in: project, writer)
      if input.sub != nil, let person = try people.find(input) {
        throw ControlError(
          .alreadyExists,
          "\(issuer.id) has an account \(person.subject) already. Use another sub, or change the account by PATCH."
        )
      }
      let person = try people.make(input)
      return AccountReport(person, consents: try writer.reader.consents(of: person))
    }
  }

  static func update(_ call: IssuerCall) throws -> ControlAnswer<AccountReport> {
    let issuer = try call.issuer()
    let tree = try call.body()
    let input = try ControlBody.read(AccountDocument.self, from: .object(tree))
    try input.check(for: issuer.provider)
    let subject = call.parameters["sub"] ?? ""
    guard input.sub == nil || input.sub == subject else {
      throw ControlError.invalid(
        "sub cannot be changed; leave it out, or make another account.")
    }
    let nulls = Set(tree.filter(\.value.isNull).map(\.key))
    if let name = ["sub", "tenant"].first(where: nulls.contains) {
      throw ControlError.invalid("\(name) cannot be removed; leave it out.")
    }
    let project = try call.project()
    return call.write { writer in
      var person = try writer.reader.account(subject, in: project.people(of: issuer))
      try call.people(issuer, in: project, writer).change(&person, input, nulls: nulls)
      return AccountReport(person, consents: try writer.reader.consents(of: person))
    }
  }

  /// Deletes a person with its consents.
  static func delete(_ call: IssuerCall) throws -> ControlAnswer<EmptyAnswer> {
    let scope = try call.project().people(of: call.issuer())
    let subject = call.parameters["sub"] ?? ""
    return call.write { writer in
      try writer.delete(writer.reader.account(subject, in: scope))
      return EmptyAnswer()
    }
  }
}

extension ReadTransaction {
  /// Returns the person of a subject, also a deleted one.
  ///
  /// - Throws: `notFound` with the call that lists the accounts.
  func account(_ subject: String, in scope: PeopleScope) throws -> Person {
    guard let person = try person(subject: subject, in: scope) else {
      throw ControlError.notFound(
        "\(scope.issuer) has no account \(subject.prefix(128)) in this project; GET "
          + "/emulator/v1/issuers/\(scope.issuer)/accounts lists those it has.")
    }
    return person
  }
}
