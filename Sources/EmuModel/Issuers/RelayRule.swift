/// The delivery of mail to an address of Apple's private relay.
///
/// Source: docs/reference/apple.md#relay-addresses.
package enum RelayRule {
  package enum Verdict: Sendable, Hashable {
    /// It is forwarded to the person's real address.
    case forwarded(to: String)
    /// It is returned, since the sender is not registered.
    case bounced
    /// It is dropped, for a reason that is a sentence.
    case dropped(String)
  }

  /// - Parameters:
  ///   - person: the owner of the relay address; nil when it has none.
  ///   - registered: addresses and domains that may send; nil for all.
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
