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

/// The ability to send a person's name once: unsigned, with the token of the first authorization.
///
/// Later tokens do not contain it.
package protocol OneTimeSharing: Sendable {
  /// The text's name in the explanation of a lost name.
  var field: String { get }

  /// Returns the text for a person; nil when there is nothing to share.
  func text(for person: Person) -> String?

  /// Returns the name in such a text; nil when it is malformed or has none.
  func name(in text: String) -> PersonName?

  /// Returns the reason that the name in such a text is lost, as a sentence; nil where the text is
  /// valid.
  func loss(in text: String) -> String?
}
