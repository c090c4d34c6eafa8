internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel
internal import EmuStore

extension AppleIssuer {
  /// The control calls for events at Apple and on devices, without an app.
  ///
  /// The paths accept any issuer, so that a call for another one gets a specific error.
  var ownControls: [IssuerRoute] {
    [
      ControlRoutes.route(
        .post, "/{issuer}/notifications", "issuers.notifications",
        "Applies an event to a person at Apple, and posts it to the app's server (apple.com).",
        accepts: NotificationCall.Input.self, query: [ControlRoutes.project],
        example: #"{"type": "consent-revoked", "sub": "001234.abc.5678"}"#, NotificationCall.answer
      ).signing,
      ControlRoutes.route(
        .get, "/{issuer}/credentialState", "issuers.credentialState",
        "Returns the result of getCredentialState(forUserID:) on the person's device (apple.com).",
        query: [
          ControlEntry.Field(
            "sub", "the subject of the account", example: "001234.abc.5678", isRequired: true),
          ControlEntry.Field(
            "clientId", "the app; else the project's own", example: "com.example.app"),
          ControlRoutes.project,
        ],
        CredentialState.answer),
      ControlRoutes.route(
        .post, "/{issuer}/relay", "issuers.relay",
        "Returns the result of an e-mail to a relay address (apple.com).",
        accepts: RelayCall.Input.self, query: [ControlRoutes.project],
        example: #"{"from": "app@example.com", "to": "abc@privaterelay.appleid.com"}"#,
        RelayCall.answer),
      ControlRoutes.route(
        .post, "/{issuer}/accounts/{sub}:changePassword", "issuers.accounts:changePassword",
        "Ends every refresh token of a person, as a new password of an Apple Account does (apple.com).",
        query: [ControlRoutes.project]
      ) { call -> ControlAnswer<EmptyAnswer> in
        let scope = try call.project().people(of: call.apple())
        let person = try call.person(call.parameters["sub"], in: scope)
        // The consents remain.
        return call.write { writer in
          try writer.revokeRefreshTokens(of: person, at: call.now)
          return EmptyAnswer()
        }
      },
    ]
  }
}

extension IssuerCall {
  /// Returns the Apple issuer, for a call that no other issuer has.
  func apple() throws(ControlError) -> any FakeIssuer {
    let issuer = try issuer()
    guard issuer.id == Apple.providerID else {
      throw ControlError.notFound(
        "\(issuer.id) has no such call; it is for apple.com alone.")
    }
    return issuer
  }

  /// Returns the person of a subject, also a deleted one.
  func person(_ subject: String?, in scope: PeopleScope) throws -> Person {
    guard let subject, !subject.isEmpty else {
      throw ControlError.invalid("sub must name an account.")
    }
    return try services.store.read { try $0.account(subject, in: scope) }
  }
}
