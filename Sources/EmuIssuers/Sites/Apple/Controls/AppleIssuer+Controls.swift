internal import EmuHTTP

extension AppleIssuer {
  /// What happens to people at Apple and on their devices, where no app sees it.
  ///
  /// The paths take any issuer, so that a call for another is refused in words of its own.
  var ownControls: [IssuerRoute] {
    [
      ControlRoutes.route(
        .post, "/{issuer}/notifications", "issuers.notifications", NotificationCall.answer
      ).signing,
      ControlRoutes.route(
        .get, "/{issuer}/credentialState", "issuers.credentialState", CredentialState.answer),
      ControlRoutes.route(.post, "/{issuer}/relay", "issuers.relay", RelayCall.answer),
      ControlRoutes.route(
        .post, "/{issuer}/accounts/{sub}:changePassword", "issuers.accounts:changePassword",
        PasswordChange.answer),
    ]
  }
}
