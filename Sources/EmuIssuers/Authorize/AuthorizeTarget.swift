internal import EmuHTTP
internal import EmuJSON
internal import EmuPages

/// Where the answer to an authorization request goes, and how.
struct AuthorizeTarget: Sendable {
  var redirectURI: String
  var mode: ResponseMode
  /// Whether the answer is described as JSON, without a redirect.
  var isDescribed = false

  /// Hands the fields to the client.
  ///
  /// - Parameter status: 302, or 303 where the request was a form.
  func response(_ fields: FormFields, words: IssuerWords, status: Status) -> Response {
    if isDescribed { return description(fields) }
    switch mode {
    case .query:
      let mark =
        redirectURI.hasSuffix("?") || redirectURI.hasSuffix("&")
        ? "" : redirectURI.contains("?") ? "&" : "?"
      return redirect(redirectURI + mark + Self.encoded(fields), status)
    case .fragment: return redirect(redirectURI + "#" + Self.encoded(fields), status)
    case .formPost: return form(fields, words)
    }
  }

  /// What a browser would carry, for callers that have none.
  ///
  /// Shape: `{"redirectUri":"…","responseMode":"query","fields":{"code":"…","state":"…"}}`.
  private func description(_ fields: FormFields) -> Response {
    var members = JSONObject()
    for field in fields { members[field.name] = .string(field.value) }
    let body: JSON = [
      "redirectUri": .string(redirectURI), "responseMode": .string(mode.rawValue),
      "fields": .object(members),
    ]
    return .json(body.serializedBytes())
  }

  private func redirect(_ location: String, _ status: Status) -> Response {
    var response = Response.redirect(to: location, status: status)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
  }

  /// A page that sends itself; without JavaScript, its button does.
  private func form(_ fields: FormFields, _ words: IssuerWords) -> Response {
    PageLayout(
      words: words, title: "Back to the app",
      formTargets: [RedirectRule.policySource(of: redirectURI)].compactMap(\.self),
      submitsItself: true
    ).response(
      """
      <form method="post" action="\(redirectURI)">
      \(fields.map { HTML.hidden($0.name, $0.value) })
      <button class="main">Continue</button>
      </form>
      """)
  }

  /// With `%20` for a space, which is understood where `+` is not.
  private static func encoded(_ fields: FormFields) -> String {
    fields.map { field in
      PercentEncoding.queryComponent(field.name) + "="
        + PercentEncoding.queryComponent(field.value)
    }.joined(separator: "&")
  }
}
