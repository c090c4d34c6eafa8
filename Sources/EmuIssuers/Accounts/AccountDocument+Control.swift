internal import EmuControlCalls
internal import EmuIdentity

extension AccountDocument {
  /// Rejects an account that the issuer's provider cannot have.
  func check(for issuer: any FakeIssuer) throws(ControlError) {
    do throws(DocumentError) {
      try check(for: issuer.provider)
    } catch {
      throw ControlError(error)
    }
  }
}
