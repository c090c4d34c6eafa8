internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

extension IDTokenDraft {
  /// Returns the draft with its configured defects: those of the issuer's options, and of the faults
  /// that the token meets.
  ///
  /// A call that changes the store calls it in the transaction, which then stores their use.
  func meetingFaults(_ call: IssuerCall) -> IDTokenDraft {
    let configured = TokenDefects(
      issuer.options,
      call.appliedFaults.faults(at: "ID token") {
        call.services.store.takeFaults(
          at: call.now, about: { person.faultValues($0, clientID) }, where: \.corruptsIDTokens)
      })
    var draft = self
    draft.defects.all += configured.all
    draft.defects.timeOffset += configured.timeOffset
    return draft
  }

  /// Signs the token; never call it on the writer's thread, because the key may have to be
  /// generated first.
  func sign(with services: IssuerServices) throws -> (token: String, claims: JSONObject) {
    let unsigned = unsigned(now: services.clock.now)
    let token = try unsigned.sign(keys: services.keys) {
      issuer.provider.newKeyID(services.ids)
    }
    return (token, unsigned.claims)
  }
}
