/// Whose SDK opens the web sign-in page, and so how the answer is read (docs/reference/sdk-callbacks.md).
package enum WebSignInOpener: String, Sendable, Hashable, CaseIterable {
  /// An app on iOS, macOS or tvOS.
  case apple
  case android
  /// The Web SDK in a Cordova app.
  case cordova
  /// The Web SDK in a browser.
  case web

  /// Whether the page is opened with the SHA-256 of the `sessionId` that `signInWithIdp` gets later.
  ///
  /// Android opens it with the very text, and for the Web the page makes the id itself.
  var sendsDigest: Bool { self == .apple || self == .cordova }

  /// Whether `autoCreate: false` of the call that follows counts: Android sends it for every sign-in.
  package var meansAutoCreate: Bool { self != .android }
}
