internal import EmuControlCalls
internal import EmuProviders

extension AccountDocument {
  /// Refuses what could not be a person of the issuer.
  func check(for issuer: any FakeIssuer) throws(ControlError) {
    do throws(DocumentError) {
      try check(for: issuer.provider)
    } catch {
      throw ControlError(error)
    }
  }
}
