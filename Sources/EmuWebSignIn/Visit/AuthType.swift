/// What the web sign-in page is opened for (`authType`).
enum AuthType: String, Sendable, CaseIterable {
  case signInViaPopup, linkViaPopup, reauthViaPopup
  case signInViaRedirect, linkViaRedirect, reauthViaRedirect
  /// Apps on Apple's platforms and on Android, to sign in, link and reauthenticate alike.
  case signInWithRedirect
  /// The page shows that a person, not a program, asks for a text message.
  case verifyApp

  /// Whether the page is a window of its own, which the app closes.
  var isPopup: Bool { rawValue.hasSuffix("Popup") }

  /// Whether only native apps open the page for it.
  var isNative: Bool { self == .signInWithRedirect || self == .verifyApp }
}
