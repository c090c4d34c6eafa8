/// The options of an issuer's sign-in page, for pages that replace it.
package struct SignInPageFacts: Sendable {
  /// A failure that can be chosen on the page.
  package struct Failure: Sendable, Hashable {
    /// The value of `emulator_fail`.
    package var code: String
    package var label: String

    package init(code: String, label: String) {
      self.code = code
      self.label = label
    }
  }

  /// The provider's own name, such as `Apple`.
  package var brand: String
  /// The error code that the client receives when the person cancels.
  package var cancel: String
  package var failures: [Failure]

  package init(brand: String, cancel: String, failures: [Failure]) {
    self.brand = brand
    self.cancel = cancel
    self.failures = failures
  }
}
