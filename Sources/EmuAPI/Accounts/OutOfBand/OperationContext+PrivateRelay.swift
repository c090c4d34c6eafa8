internal import EmuModel
internal import EmuProviders
internal import EmuStore

extension OperationContext {
  /// Explains what a provider's relay does with an e-mail, where the address is one of the relay's.
  func explainRelay(of address: String, _ store: Reader) throws {
    guard let provider = services.providers.relay(of: address) else { return }
    let person = try store.person(
      relayEmail: address, in: PeopleScope(projectKey: project.key, issuer: provider.id))
    let sender = "noreply@\(project.id).firebaseapp.com"
    let verdict = RelayRule.verdict(
      person: person, sender: sender,
      registered: project.providers[provider.id]?.appleIssuer?.relaySenders)
    let name = provider.listing?.name ?? provider.id
    switch verdict {
    case .forwarded(let real):
      explain(.privateRelay, .chose, "\(name)'s relay forwards the e-mail to \(real).")
    case .bounced:
      explain(
        .privateRelay, .warned,
        "\(name)'s relay bounces the e-mail: register \(sender) or its domain with \(name), which is "
          + "appleIssuer.relaySenders here.")
    case .dropped(let because):
      explain(.privateRelay, .warned, "\(name)'s relay drops the e-mail. \(because)")
    }
  }
}
