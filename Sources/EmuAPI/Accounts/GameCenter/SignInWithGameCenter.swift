internal import EmuModel
internal import EmuProviders
internal import EmuStore
internal import EmuWire

/// `accounts:signInWithGameCenter`: signs in a player, or links the player to an account.
enum SignInWithGameCenter: WriteOperation {
  struct Prepared: Sendable {
    var player: GameCenterPlayer
    var linkTo: PresentedIDToken?
  }

  static func prepare(
    _ input: SignInWithGameCenterRequest, in context: OperationContext
  ) throws -> Prepared {
    try context.checkConfigured(GameCenter.providerID)
    let linkTo = try ProfileInput.given(input.idToken).map { text in
      try context.presented(idToken: text)
    }
    return Prepared(player: try GameCenterPlayer(input, in: context), linkTo: linkTo)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: Writer
  ) throws -> SignInWithGameCenterResponse {
    let player = prepared.player
    let linkTo = try prepared.linkTo.map { try context.user(of: $0, store.reader) }
    try migrate(player, in: context, store)
    let provider = context.services.providers.provider(GameCenter.providerID)
    let profile = IdpProfile(
      providerID: provider.id, rawID: player.identity,
      federatedID: provider.federatedID(rawID: player.identity), displayName: player.displayName)
    let flow = SignInFlow(
      context: context, store: store, input: SignInWithIdpRequest(),
      linkingToken: prepared.linkTo, credential: IdpCredential(profile: profile), pendingToken: nil)
    let question = try flow.question(linkTo: linkTo)
    let (decision, because) = question.decide()
    context.explain("linking", .chose, because)
    let accounts = AccountMatching(flow: flow, question: question)
    let outcome: SignInOutcome
    switch decision {
    case .signIn: outcome = try accounts.signIn()
    case .link: outcome = try accounts.link()
    case .create: outcome = try accounts.create()
    case .refuse(let refusal): throw flow.apiError(for: refusal)
    // Only an address leads there, and a player has none.
    case .merge, .needConfirmation: throw APIError.internalError
    }
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
      "gameCenter", .chose, "The player \(player.playerID) of user \(user.uid) is now \(newer).")
  }
}
