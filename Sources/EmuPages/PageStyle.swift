/// The style sheet of every page: those of the issuers, of action links and of web sign-in. The
/// console loads it as a file.
package enum PageStyle {
  /// `Assets/page.css`, embedded in the binary.
  static let sheet = InlineAsset(PackageResources.page_css)

  package static var bytes: [UInt8] { PackageResources.page_css }
}
