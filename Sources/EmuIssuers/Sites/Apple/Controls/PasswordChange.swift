internal import EmuHTTP
internal import EmuModel
internal import EmuStore

/// `POST issuers/apple.com/accounts/{sub}:changePassword`: revokes every refresh token of a person,
/// as a new password of an Apple Account does. The consents remain.
enum PasswordChange {
  static func answer(_ call: IssuerCall) throws -> Answer {
    let scope = PeopleScope(
      projectKey: try call.project().key, issuer: try call.apple().id)
    let person = try call.person(call.parameters["sub"], in: scope)
    return call.write { writer in
      try writer.revokeRefreshTokens(of: person, at: call.now)
    } then: { _ in
      .json(Array("{}".utf8))
    }
  }
}
