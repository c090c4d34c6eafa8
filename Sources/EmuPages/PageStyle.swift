/// The one style sheet of every page: those of the issuers, of action links and of web sign-in.
package enum PageStyle {
  /// `Assets/page.css`, embedded in the binary.
  static let sheet = InlineAsset(PackageResources.page_css)
}
