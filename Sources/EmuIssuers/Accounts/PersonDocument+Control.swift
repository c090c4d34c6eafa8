internal import EmuProviders

extension PersonDocument: ControlInput {
  static var partNames: [String: [String]] { ["name": nameFieldNames] }
}

extension PersonDocument {
  /// Refuses what could not be a person of the issuer.
  func check(for issuer: any FakeIssuer) throws(ControlError) {
    do throws(DocumentError) {
      try check(for: issuer.provider)
    } catch {
      throw ControlError(error)
    }
  }
}
