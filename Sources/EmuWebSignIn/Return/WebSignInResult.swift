/// The outcome of a visit of the web sign-in page.
enum WebSignInResult: Sendable, Hashable {
  /// The provider's answer: the address that the app sends to `signInWithIdp` as `requestUri`.
  case answer(address: String, sessionID: String)
  /// `verifyApp`: the token that the app sends with the phone number.
  case verified(token: String)
  case failed(WebSignInError)
}
