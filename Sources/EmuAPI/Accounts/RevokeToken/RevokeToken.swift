internal import EmuModel
internal import EmuStore

/// `accounts:revokeToken`: revokes a person's Apple grant, so that the next authorization is a
/// first one.
///
/// The order of the checks is part of the contract (docs/fidelity/apple.md). Firebase sessions and
/// the provider link remain: the app deletes the user with its next call.
enum RevokeToken: WriteOperation {
  /// The only provider whose tokens can be revoked here.
  static let providerID = "apple.com"

  struct Prepared: Sendable {
    var input: RevokeTokenRequest
    var idToken: PresentedIDToken
  }

  static func prepare(
    _ input: RevokeTokenRequest, in context: OperationContext
  ) throws -> Prepared {
    guard input.providerId == providerID else { throw APIError.invalidProviderID }
    let idToken = try ProfileInput.idToken(input.idToken)
    return Prepared(input: input, idToken: try context.presented(idToken: idToken))
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> RevokeTokenResponse {
    let user = try context.user(of: prepared.idToken, store.reader)
    let revocation = AppleRevocation(context: context, store: store, input: prepared.input)
    if try revocation.isRepeated(by: user) {
      context.explain(
        .revokeToken, .allowed,
        "The Apple grant of user \(user: user) is revoked already and nothing newer was issued: a "
          + "repeat is ignored.")
    } else {
      try revocation.revoke(for: user)
    }
    return RevokeTokenResponse()
  }

  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? {
    { store in
      try AppleRevocation(context: context, store: store, input: prepared.input)
        .spendAfterRefusal()
    }
  }
}
