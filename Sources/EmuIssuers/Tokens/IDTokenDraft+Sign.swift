internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

extension IDTokenDraft {
  /// Signs the token; never call it on the writer's thread, because the key may have to be
  /// generated first.
  func sign(with services: IssuerServices) throws -> (token: String, claims: JSONObject) {
    var draft = self
    draft.takeFaults(from: services.store, now: services.clock.now)
    let unsigned = draft.unsigned(now: services.clock.now)
    services.declareKeys(of: issuer)
    let token = try unsigned.sign(keys: services.keys) {
      issuer.provider.newKeyID(services.ids)
    }
    return (token, unsigned.claims)
  }

  /// Adds the configured faults of this token.
  private mutating func takeFaults(from store: Store, now: Timestamp) {
    let matching = TokenDefects(
      issuer.options,
      store.takeFaults(
        at: now, about: { person.faultValues($0, clientID) }, where: \.corruptsIDTokens))
    defects.all += matching.all
    defects.timeOffset += matching.timeOffset
  }
}
