/// The SDK that opens the web sign-in page, which determines the form of the result
/// (docs/reference/sdk-callbacks.md).
package enum WebSignInOpener: String, Sendable, Hashable, CaseIterable {
  /// An app on iOS, macOS or tvOS.
  case apple
  case android
  /// The Web SDK in a Cordova app.
  case cordova
  /// The Web SDK in a browser.
  case web

  /// True when the page is opened with the SHA-256 of the `sessionId` that `signInWithIdp` receives
  /// later.
  ///
  /// Android sends the text itself, and for the Web the page generates the id.
  var sendsDigest: Bool { self == .apple || self == .cordova }

  /// True when `autoCreate: false` of the next call applies: Android sends it for every sign-in.
  package var meansAutoCreate: Bool { self != .android }
}
