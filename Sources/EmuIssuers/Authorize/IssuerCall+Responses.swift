internal import EmuHTTP
internal import EmuJSON

// The responses that return to a client.
extension IssuerCall {
  /// Returns the response with the fields for the client, as JSON if the request asks for that.
  func response(
    to redirectURI: String, _ fields: FormFields, mode: ResponseMode, words: IssuerWords
  ) -> Response {
    if requestsDescription { return Self.description(fields, redirectURI, mode) }
    switch mode {
    case .query:
      let mark =
        redirectURI.hasSuffix("?") || redirectURI.hasSuffix("&")
        ? "" : redirectURI.contains("?") ? "&" : "?"
      return redirect(redirectURI + mark + fields.encodedForURL)
    case .fragment: return redirect(redirectURI + "#" + fields.encodedForURL)
    case .formPost: return form(fields, to: redirectURI, words)
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

  /// Redirects by 302, or by 303 if the request was a form.
  private func redirect(_ location: String) -> Response {
    var response = Response.redirect(
      to: location, status: request.method == .get ? .found : .seeOther)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
  }

  /// Returns a page with a form that submits itself; without JavaScript it has a button.
  private func form(
    _ fields: FormFields, to redirectURI: String, _ words: IssuerWords
  ) -> Response {
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
