/// What becomes of mail to an address of Apple's private relay.
///
/// Source: docs/reference/apple.md#relay-addresses.
package enum RelayRule {
  package enum Verdict: Sendable, Hashable {
    /// It reaches the person's real address.
    case forwarded(to: String)
    /// It comes back, since the sender is not registered.
    case bounced
    /// It goes nowhere, for a reason that is a sentence.
    case dropped(String)
  }

  /// - Parameters:
  ///   - person: whose relay address it is; nil when it is nobody's.
  ///   - registered: addresses and domains that may write; nil for everybody.
  package static func verdict(
    person: Person?, sender: String, registered: [String]?
  ) -> Verdict {
    guard let person, let address = person.email else {
      return .dropped("The relay address belongs to no account.")
    }
    if let deletedAt = person.deletedAt {
      return .dropped(
        "\(person.subject) deleted the Apple account at \(deletedAt.rfc3339), and its relay with it."
      )
    }
    if let registered, !isRegistered(EmailAddress.canonical(sender), registered) {
      return .bounced
    }
    guard person.relayForwards else {
      return .dropped("\(person.subject) has switched the forwarding off.")
    }
    return .forwarded(to: address)
  }

  private static func isRegistered(_ sender: String, _ registered: [String]) -> Bool {
    let domain = sender.split(separator: "@").last.map(String.init)
    return registered.map { $0.lowercased() }.contains { $0 == sender || $0 == domain }
  }
}
