extension HTML {
  /// What keeps a person from taking a page for the provider's own.
  package static func fakeProvider(_ brand: String) -> HTML {
    """
    <p class="fake"><strong>Fake \(brand)</strong> made by auth-emulator. No real account is \
    involved: never type a real password here.</p>
    """
  }
}

extension InlineAsset {
  /// Sends the page's only form as soon as the page is there.
  package static let submission = InlineAsset(PackageResources.submit_js)
}
