internal import EmuModel
internal import EmuIdentity
internal import EmuStore

extension OperationContext {
  /// Returns the treatment of an e-mail by a provider's private relay; nil if the address belongs to
  /// no relay.
  func relay(of address: String, _ store: ReadTransaction) throws -> MessagePage.Relay? {
    guard let provider = services.providers.relay(of: address) else { return nil }
    let person = try store.person(
      relayEmail: address, in: PeopleScope(projectKey: project.key, issuer: provider.id))
    let sender = "noreply@\(project.id).firebaseapp.com"
    let verdict = RelayRule.verdict(
      person: person, sender: sender,
      registered: project.providers[provider.id]?.appleIssuer?.relaySenders)
    let name = provider.listing?.name ?? provider.id
    let (outcome, reason) =
      switch verdict {
      case .forwarded(let real):
        ("forwarded", "\(name)'s relay forwards the e-mail to \(real).")
      case .bounced:
        (
          "bounced",
          "\(name)'s relay bounces the e-mail: register \(sender) or its domain with \(name), which "
            + "is appleIssuer.relaySenders here."
        )
      case .dropped(let reason): ("dropped", "\(name)'s relay drops the e-mail. \(reason)")
      }
    return MessagePage.Relay(providerId: provider.id, outcome: outcome, reason: reason)
  }
}
