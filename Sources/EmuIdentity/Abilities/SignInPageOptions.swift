package import EmuModel

/// The options of an issuer's sign-in page, for pages that replace it.
package struct SignInPageOptions: Sendable {
  /// The provider's own name, such as `Apple`.
  package var brand: String
  /// The error code that the client receives when the person cancels.
  package var cancel: String
  /// The failures that can be chosen on the page; the code is the value of `emulator_fail`.
  package var failures: [(code: String, label: String)]

  package init(brand: String, cancel: String, failures: [(code: String, label: String)]) {
    self.brand = brand
    self.cancel = cancel
    self.failures = failures
  }
}

/// The ability to be configured by name, as one of Google's `defaultSupportedIdps`.
package struct ProviderListing: Sendable {
  /// The provider's usual name.
  package let name: String
  /// True when the provider requires an OAuth client of the project.
  package let needsClient: Bool

  package init(_ name: String, needsClient: Bool = true) {
    self.name = name
    self.needsClient = needsClient
  }
}

/// The ability to assign accounts to tenants, each with its own issuer string.
package protocol Tenancy: Sendable {
  /// Returns the tenant's id that replaces `{tenant}` in the issuer string of a person's tokens.
  ///
  /// - Parameter person: nil where no person is known.
  func issuerTenant(of person: Person?) -> String

  /// Returns true for the name of one tenant, to which an app may belong.
  func isTenant(_ name: String) -> Bool

  /// The label of the field for a new person's tenant, with its valid values.
  var fieldLabel: String { get }
}
