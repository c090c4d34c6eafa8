internal import EmuHTTP
internal import EmuJSON

/// The redirect URI and the response mode of an authorization response.
struct AuthorizeTarget: Sendable {
  var redirectURI: String
  var mode: ResponseMode
  /// True if the response is described as JSON, without a redirect.
  var isDescribed = false

  /// Returns the response with the fields for the client.
  ///
  /// - Parameter status: 302, or 303 if the request was a form.
  func response(_ fields: FormFields, words: IssuerWords, status: Status) -> Response {
    if isDescribed { return Self.description(fields, redirectURI, mode) }
    switch mode {
    case .query:
      let mark =
        redirectURI.hasSuffix("?") || redirectURI.hasSuffix("&")
        ? "" : redirectURI.contains("?") ? "&" : "?"
      return redirect(redirectURI + mark + fields.encodedForURL, status)
    case .fragment: return redirect(redirectURI + "#" + fields.encodedForURL, status)
    case .formPost: return form(fields, words)
    }
  }

  /// Returns the fields as JSON, for callers without a browser.
  ///
  /// Format: `{"redirectUri":"…","responseMode":"query","fields":{"code":"…","state":"…"}}`; `fields`
  /// alone for a page that returns to no client.
  static func description(
    _ fields: FormFields, _ redirectURI: String? = nil, _ mode: ResponseMode? = nil
  ) -> Response {
    var members = JSONObject()
    for field in fields { members[field.name] = .string(field.value) }
    var body = JSONObject()
    body["redirectUri"] = redirectURI.map(JSON.string)
    body["responseMode"] = (mode?.rawValue).map(JSON.string)
    body["fields"] = .object(members)
    return .json(.object(body))
  }

  private func redirect(_ location: String, _ status: Status) -> Response {
    var response = Response.redirect(to: location, status: status)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
  }

  /// Returns a page with a form that submits itself; without JavaScript it has a button.
  private func form(_ fields: FormFields, _ words: IssuerWords) -> Response {
    var page = Page(
      "Back to the app", of: words, formTargets: [RedirectRules.policySource(of: redirectURI)])
    page.script = .submission
    // Without a referrer a posted form has no origin, which apps check.
    page.referrerPolicy = "origin"
    return page.response(
      """
      <form method="post" action="\(redirectURI)">
      \(fields.map { HTML.hidden($0.name, $0.value) })
      <button class="main">Continue</button>
      </form>
      """)
  }
}
