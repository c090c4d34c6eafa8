/// The purpose of the web sign-in page (`authType`).
enum AuthType: String, Sendable, CaseIterable {
  case signInViaPopup, linkViaPopup, reauthViaPopup
  case signInViaRedirect, linkViaRedirect, reauthViaRedirect
  /// Apps on Apple's platforms and on Android, for sign-in, linking and reauthentication.
  case signInWithRedirect
  /// The page verifies that a person requests a text message.
  case verifyApp

  /// True if the page is in a separate window, which the app closes.
  var isPopup: Bool { rawValue.hasSuffix("Popup") }

  /// True if only native apps open the page with it.
  var isNative: Bool { self == .signInWithRedirect || self == .verifyApp }
}
