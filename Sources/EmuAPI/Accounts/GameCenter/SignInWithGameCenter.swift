internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// `accounts:signInWithGameCenter`: signs in a player, or links the player to an account.
enum SignInWithGameCenter: WriteOperation {
  struct Prepared: Sendable {
    var player: GameCenterPlayer
    /// The ID token of the account to link; nil for a sign-in.
    var linkingToken: PresentedIDToken?
  }

  static func prepare(
    _ input: SignInWithGameCenterRequest, in context: OperationContext
  ) throws -> Prepared {
    try context.checkConfigured(GameCenter.providerID)
    let linkingToken = try input.idToken.given.map(context.presented(idToken:))
    return Prepared(player: try GameCenterPlayer(input, in: context), linkingToken: linkingToken)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SignInWithGameCenterResponse {
    let player = prepared.player
    let users = store.reader.withoutPasskeys
    let linkTo = try prepared.linkingToken.map { try context.user(of: $0, users) }
    try migrate(player, in: context, store)
    let provider = context.provider(GameCenter.providerID)
    let profile = IdpProfile(
      providerID: provider.id, rawID: player.identity,
      federatedID: provider.federatedID(rawID: player.identity), displayName: player.displayName)
    let question = try LinkingQuestion.about(
      profile, linkTo: linkTo, autoCreate: true, in: context, users)
    let decision = question.decide(in: context)
    if case .refuse(let refusal) = decision { throw refusal.error }
    // A player has no address, so no other account can match.
    guard let change = try question.change(by: decision, in: context) else {
      throw APIError.internalError
    }
    let outcome = try context.completeSignIn(
      change.user, from: change.original,
      by: context.factor(IdpCredential(profile: profile)).linking(to: prepared.linkingToken), store)
    let tokens = try outcome.tokens()
    return SignInWithGameCenterResponse(
      localId: outcome.user.uid, playerId: player.playerID ?? "", teamPlayerId: player.teamPlayerID,
      gamePlayerId: player.gamePlayerID,
      displayName: player.displayName ?? outcome.user.displayName, isNewUser: decision == .create,
      idToken: tokens.idToken, refreshToken: tokens.refreshToken, expiresIn: tokens.expiresIn)
  }

  /// Replaces the older player id of an identity by the id for each game, if an app sends both.
  private static func migrate(
    _ player: GameCenterPlayer, in context: OperationContext, _ store: WriteTransaction
  ) throws {
    guard let newer = player.gamePlayerID, let older = player.playerID ?? player.teamPlayerID,
      newer != older,
      try store.reader.user(
        providerID: GameCenter.providerID, rawID: newer, in: context.scope) == nil,
      let original = try store.reader.user(
        providerID: GameCenter.providerID, rawID: older, in: context.scope),
      var link = original.link(to: GameCenter.providerID)
    else { return }
    var user = original
    link.rawID = newer
    user.upsert(link)
    try store.update(user, from: original, in: context.scope)
    context.explain(
      .gameCenter, .chose, "The player \(older) of user \(user: user) is now \(newer).")
  }
}
