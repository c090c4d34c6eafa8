extension HTML {
  /// Returns the notice that distinguishes a page from the provider's own.
  package static func fakeProvider(_ brand: String) -> HTML {
    """
    <p class="fake"><strong>Fake \(brand)</strong> made by auth-emulator. No real account is \
    involved: never type a real password here.</p>
    """
  }
}

extension InlineAsset {
  /// Submits the page's only form once the page is loaded.
  package static let submission = InlineAsset(PackageResources.submit_js)
}
