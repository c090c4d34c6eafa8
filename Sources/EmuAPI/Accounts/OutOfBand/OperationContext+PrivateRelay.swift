internal import EmuModel
internal import EmuProviders
internal import EmuStore

extension OperationContext {
  /// Tells what Apple's relay makes of an e-mail, if the address is one of its.
  func explainRelay(of address: String, _ store: Reader) throws {
    guard let provider = services.providers.relay(of: address) else { return }
    let person = try store.person(
      relayEmail: address, in: PeopleScope(projectKey: project.key, issuer: provider.id))
    let sender = "noreply@\(project.id).firebaseapp.com"
    let verdict = RelayRule.verdict(
      person: person, sender: sender,
      registered: project.providers[provider.id]?.appleIssuer?.relaySenders)
    switch verdict {
    case .forwarded(let real):
      explain("privateRelay", .chose, "Apple's relay forwards the e-mail to \(real).")
    case .bounced:
      explain(
        "privateRelay", .warned,
        "Apple's relay bounces the e-mail: register \(sender) or its domain with Apple, which is "
          + "appleIssuer.relaySenders here.")
    case .dropped(let because):
      explain("privateRelay", .warned, "Apple's relay drops the e-mail. \(because)")
    }
  }
}
