internal import EmuModel
internal import EmuProviders
internal import EmuStore
internal import EmuWire

/// `accounts:signInWithGameCenter`: signs in a player, or links the player to an account.
enum SignInWithGameCenter: WriteOperation {
  struct Prepared: Sendable {
    var player: GameCenterPlayer
    var signIn: IdpSignIn
  }

  /// Of the steps of ``SignInWithIdp``, those that a player's sign-in has as well.
  private static let steps: [any IdpStep.Type] = [ChangeAccount.self, CompleteSignIn.self]

  static func prepare(
    _ input: SignInWithGameCenterRequest, in context: OperationContext
  ) throws -> Prepared {
    try context.checkConfigured(GameCenter.providerID)
    var request = SignInWithIdpRequest()
    request.idToken = input.idToken
    var signIn = IdpSignIn(request)
    try ReadLinkingToken.run(&signIn, in: context)
    return Prepared(player: try GameCenterPlayer(input, in: context), signIn: signIn)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: Writer
  ) throws -> SignInWithGameCenterResponse {
    let player = prepared.player
    var signIn = prepared.signIn
    try FindLinkedAccount.run(&signIn, in: context, store)
    try migrate(player, in: context, store)
    let provider = context.services.providers.provider(GameCenter.providerID)
    let profile = IdpProfile(
      providerID: provider.id, rawID: player.identity,
      federatedID: provider.federatedID(rawID: player.identity), displayName: player.displayName)
    signIn.credential = IdpCredential(profile: profile)
    try FindOwners.run(&signIn, in: context, store)
    let (decision, because) = signIn.question.decide()
    context.explain(.linking, .chose, because)
    if case .refuse(let refusal) = decision { throw refusal.error(in: context) }
    signIn.decision = decision
    for step in steps { try step.run(&signIn, in: context, store) }
    // A player has no address, so no other account is merged with or asked about.
    guard let outcome = signIn.outcome else { throw APIError.internalError }
    let tokens = try outcome.tokens()
    return SignInWithGameCenterResponse(
      localId: outcome.user.uid, playerId: player.playerID, teamPlayerId: player.teamPlayerID,
      gamePlayerId: player.gamePlayerID,
      displayName: player.displayName ?? outcome.user.displayName, isNewUser: decision == .create,
      idToken: tokens.idToken, refreshToken: tokens.refreshToken, expiresIn: tokens.expiresIn)
  }

  /// Apple replaced the player's id by one for each game: an app that sends both moves its players.
  private static func migrate(
    _ player: GameCenterPlayer, in context: OperationContext, _ store: Writer
  ) throws {
    guard let newer = player.gamePlayerID, newer != player.playerID,
      try store.reader.user(
        providerID: GameCenter.providerID, rawID: newer, in: context.scope) == nil,
      let original = try store.reader.user(
        providerID: GameCenter.providerID, rawID: player.playerID, in: context.scope),
      var link = original.link(to: GameCenter.providerID)
    else { return }
    var user = original
    link.rawID = newer
    user.upsert(link)
    try store.update(user, from: original, in: context.scope)
    context.explain(
      .gameCenter, .chose, "The player \(player.playerID) of user \(user.uid) is now \(newer).")
  }
}
