/// The ability to be configured by name, as one of Google's `defaultSupportedIdps`.
package struct ProviderListing: Sendable {
  /// What people call the provider.
  package let name: String
  /// Whether the provider works only with an OAuth client of the project's own.
  package let needsClient: Bool

  package init(_ name: String, needsClient: Bool = true) {
    self.name = name
    self.needsClient = needsClient
  }
}
