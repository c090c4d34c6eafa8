internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// `GET issuers/apple.com/credentialState?sub=&clientId=`: the result of
/// `getCredentialState(forUserID:)` on the person's device.
///
/// The raw values are those of `ASAuthorizationAppleIDProvider.CredentialState`.
enum CredentialState: Int, Sendable {
  case revoked, authorized, notFound, transferred

  static func answer(_ call: IssuerCall) throws -> ControlAnswer<CredentialReport> {
    let issuer = try call.apple()
    let project = try call.project()
    let client =
      call.request.query.first("clientId")
      ?? project.providers[issuer.id].flatMap(issuer.defaultClient)
      ?? IssuerTraits.unconfiguredClient
    let subject = call.request.query.first("sub") ?? ""
    let scope = project.people(of: issuer)
    let state = try call.services.store.read { reader in
      try Self(of: subject, to: client, in: scope, reader)
    }
    return try ControlAnswer(CredentialReport(state: "\(state)", value: state.rawValue))
  }

  private init(
    of subject: String, to client: String, in scope: PeopleScope, _ reader: ReadTransaction
  ) throws {
    guard let person = try reader.person(subject: subject, in: scope), person.deletedAt == nil
    else {
      self = .notFound
      return
    }
    if try reader.appleTransfers(of: person).contains(where: { $0.completedAt != nil }) {
      self = .transferred
      return
    }
    self =
      switch try reader.consent(of: person, client: client) {
      case nil: .notFound
      case let consent?: consent.isActive ? .authorized : .revoked
      }
  }
}
