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
