/// What the sign-in page of an issuer offers, for pages that stand in for it.
package struct SignInPageFacts: Sendable {
  /// A failure that can be chosen there.
  package struct Failure: Sendable, Hashable {
    /// What `emulator_fail` names.
    package var code: String
    package var label: String

    package init(code: String, label: String) {
      self.code = code
      self.label = label
    }
  }

  /// The provider's own name, such as `Apple`.
  package var brand: String
  /// What the client receives when the person gives up.
  package var cancel: String
  package var failures: [Failure]

  package init(brand: String, cancel: String, failures: [Failure]) {
    self.brand = brand
    self.cancel = cancel
    self.failures = failures
  }
}
