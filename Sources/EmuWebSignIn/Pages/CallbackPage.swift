internal import EmuHTTP
internal import EmuIdentity

/// The redirect address of Cordova apps, and the page of a browser that could not open the app.
enum CallbackPage {
  static func answer(_ signIn: WebSignIn, _ request: Request) -> Answer {
    // A response without the context of a visit belongs to the app.
    let returned = ProviderAnswer(request)
    guard returned?.session.appContext != nil else {
      return .ready(response(of: returned?.session.project))
    }
    return PageCall(signIn: signIn, request: request).answer()
  }

  private static let reason =
    "This address is for the app that began the sign-in; a browser can do nothing with it."

  private static func response(of project: String?) -> Response {
    var response = Page("The app did not open").response(
      """
      <p role="alert">\(reason)</p>
      <p>Register the app's URL scheme (Apple), install the app on this device (Android), or add the \
      custom scheme plugin (Cordova), and sign in again.</p>
      """, status: .badRequest)
    response.annotations = Annotations(refusal: reason, project: project)
    return response
  }
}
