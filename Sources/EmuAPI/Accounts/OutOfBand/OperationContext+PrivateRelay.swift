internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// The treatment of an e-mail by a provider's private relay.
struct RelayedMail {
  let provider: any IdentityProvider
  let verdict: RelayRule.Verdict
  let sender: String

  /// A sentence.
  var reason: String {
    let name = provider.listing?.name ?? provider.id
    return switch verdict {
    case .forwarded(let real): "\(name)'s relay forwards the e-mail to \(real)."
    case .bounced:
      "\(name)'s relay bounces the e-mail: register \(sender) or its domain with \(name), which is "
        + "appleIssuer.relaySenders here."
    case .dropped(let reason): "\(name)'s relay drops the e-mail. \(reason)"
    }
  }
}

extension OperationContext {
  /// Explains the relay's treatment of an e-mail, if the address belongs to a relay.
  func explainRelay(of address: String, _ store: ReadTransaction) throws {
    guard let relay = try relay(of: address, store) else { return }
    if case .forwarded = relay.verdict {
      explain(.privateRelay, .chose, Reason(relay.reason))
    } else {
      explain(.privateRelay, .warned, Reason(relay.reason))
    }
  }

  /// Returns the treatment of an e-mail; nil if the address belongs to no relay.
  func relay(of address: String, _ store: ReadTransaction) throws -> RelayedMail? {
    guard let provider = services.providers.relay(of: address) else { return nil }
    let person = try store.person(
      relayEmail: address, in: PeopleScope(projectKey: project.key, issuer: provider.id))
    let sender = "noreply@\(project.id).firebaseapp.com"
    let verdict = RelayRule.verdict(
      person: person, sender: sender,
      registered: project.providers[provider.id]?.appleIssuer?.relaySenders)
    return RelayedMail(provider: provider, verdict: verdict, sender: sender)
  }
}
