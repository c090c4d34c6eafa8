internal import EmuControlCalls
internal import EmuModel
internal import EmuStore

extension IssuerCall {
  /// Returns the Apple issuer, for a call that no other issuer has.
  func apple() throws(ControlError) -> any FakeIssuer {
    let issuer = try issuer()
    guard issuer.id == Apple.providerID else {
      throw ControlError.notFound(
        "\(issuer.id) has no such call; it is for apple.com alone.")
    }
    return issuer
  }

  /// Returns the person of a subject, also a deleted one.
  func person(_ subject: String?, in scope: PeopleScope) throws -> Person {
    guard let subject, !subject.isEmpty else {
      throw ControlError.invalid("sub must name an account.")
    }
    guard let person = try services.store.read({ try $0.person(subject: subject, in: scope) })
    else {
      throw ControlError.notFound(
        "\(scope.issuer) has no account \(subject.prefix(128)) in this project; GET "
          + "/emulator/v1/issuers/\(scope.issuer)/accounts lists those it has.")
    }
    return person
  }
}
