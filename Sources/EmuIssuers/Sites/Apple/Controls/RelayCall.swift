internal import EmuControlCalls
internal import EmuModel
internal import EmuStore

/// `POST issuers/apple.com/relay`: returns the treatment of an e-mail to a relay address.
enum RelayCall {
  struct Input: Decodable {
    var from: String?
    /// The relay address.
    var to: String?
  }

  static func answer(_ call: IssuerCall) throws -> ControlAnswer<RelayReport> {
    let issuer = try call.apple()
    let input = try call.input(Input.self)
    guard let from = input.from, let to = input.to, EmailAddress.isPlausible(from),
      EmailAddress.isPlausible(to)
    else {
      throw ControlError.invalid("from and to must be addresses.")
    }
    let project = try call.project()
    let scope = project.people(of: issuer)
    let person = try call.services.store.read { reader in
      try reader.person(relayEmail: EmailAddress.canonical(to), in: scope)
    }
    let verdict = RelayRule.verdict(
      person: person, sender: from,
      registered: project.providers[issuer.id]?.appleIssuer?.relaySenders)
    let report =
      switch verdict {
      case .forwarded(let address): RelayReport(outcome: "forwarded", to: address)
      case .bounced: RelayReport(outcome: "bounced")
      case .dropped(let reason): RelayReport(outcome: "dropped", reason: reason)
      }
    return try ControlAnswer(report)
  }
}
