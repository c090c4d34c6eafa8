import EmuTestSupport
import Testing

/// An issuer with its answers to each mistake at its two endpoints.
struct IssuerFamily: Sendable, CustomTestStringConvertible {
  var id: String
  /// `error` of the page for an unknown client, and for an unregistered address.
  var strangerOnPage = "invalid_client"
  var addressOnPage = "invalid_request"
  /// Mistakes at the token endpoint that the provider accepts.
  var overlooks: Set<TokenMistake> = []
  /// The answers to the other mistakes.
  var atToken: [TokenMistake: Refusal]

  struct Refusal: Sendable, Equatable {
    var status: Int
    var error: String
    /// Microsoft's or Facebook's error number.
    var number: Int64?

    init(_ status: Int, _ error: String, _ number: Int64? = nil) {
      self.status = status
      self.error = error
      self.number = number
    }
  }

  var testDescription: String { id }
  /// True if the client receives errors that do not concern itself.
  var notifiesClients: Bool { id != "apple.com" }
}

/// A mistake in a token request.
enum TokenMistake: String, CaseIterable, Sendable {
  case unknownClient, wrongRedirect, missingVerifier, oversizedCode, repeatedParameter
  case otherContentType, replayedCode
}

extension IssuerFamily {
  private static func plain(
    _ client: Refusal, _ grant: Refusal, redirect: Refusal? = nil,
    repeated: Refusal = Refusal(400, "invalid_request"),
    noForm: Refusal = Refusal(400, "unsupported_grant_type")
  ) -> [TokenMistake: Refusal] {
    [
      .unknownClient: client, .wrongRedirect: redirect ?? grant,
      .missingVerifier: grant, .oversizedCode: grant,
      .repeatedParameter: repeated, .otherContentType: noForm, .replayedCode: grant,
    ]
  }

  private static let graph = Refusal(400, "OAuthException", 100)

  static let all = [
    IssuerFamily(
      id: "apple.com", overlooks: [.missingVerifier],
      atToken: plain(Refusal(400, "invalid_client"), Refusal(400, "invalid_grant"))),
    IssuerFamily(
      id: "microsoft.com", strangerOnPage: "unauthorized_client",
      atToken: [
        .unknownClient: Refusal(400, "unauthorized_client", 700_016),
        .wrongRedirect: Refusal(400, "invalid_grant", 500_112),
        .missingVerifier: Refusal(400, "invalid_grant", 50147),
        .oversizedCode: Refusal(400, "invalid_grant", 70000),
        .repeatedParameter: Refusal(400, "invalid_request", 9_000_411),
        .otherContentType: Refusal(400, "invalid_request", 9_002_313),
        .replayedCode: Refusal(400, "invalid_grant", 54005),
      ]),
    IssuerFamily(
      id: "google.com", addressOnPage: "redirect_uri_mismatch",
      atToken: plain(
        Refusal(401, "invalid_client"), Refusal(400, "invalid_grant"),
        redirect: Refusal(400, "redirect_uri_mismatch"))),
    IssuerFamily(
      id: "oidc.corp",
      atToken: plain(
        Refusal(401, "invalid_client"), Refusal(400, "invalid_grant"),
        noForm: Refusal(400, "invalid_request"))),
    IssuerFamily(
      id: "facebook.com",
      atToken: plain(
        Refusal(400, "OAuthException", 1), graph, repeated: graph, noForm: graph)),
    IssuerFamily(
      id: "github.com", addressOnPage: "redirect_uri_mismatch",
      atToken: plain(
        Refusal(200, "incorrect_client_credentials"), Refusal(200, "bad_verification_code"),
        redirect: Refusal(200, "redirect_uri_mismatch"), repeated: Refusal(200, "invalid_request"),
        noForm: Refusal(200, "unsupported_grant_type"))),
    IssuerFamily(
      id: "twitter.com",
      atToken: plain(Refusal(401, "unauthorized_client"), Refusal(400, "invalid_request"))),
    IssuerFamily(
      id: "linkedin.com", overlooks: [.missingVerifier],
      atToken: plain(Refusal(401, "invalid_client"), Refusal(400, "invalid_request"))),
    IssuerFamily(
      id: "yahoo.com", overlooks: [.missingVerifier],
      atToken: plain(Refusal(401, "invalid_client"), Refusal(400, "invalid_grant"))),
  ]
}

extension Reply {
  /// The error of a token endpoint's answer, in any provider's form.
  var refusal: IssuerFamily.Refusal? {
    let error = self["error"]?["type"]?.string ?? self["error"]?.string
    let number = self["error_codes"]?[0]?.int ?? self["error"]?["code"]?.int
    return error.map { IssuerFamily.Refusal(status, $0, number) }
  }
}
