import EmuTestSupport
import Testing

extension Reply {
  /// The redirect address without query and fragment.
  var destination: String {
    let location = headers["Location"] ?? ""
    return String(location.prefix { $0 != "?" && $0 != "#" })
  }

  /// The fields for the client: in the query, the fragment, or a form.
  var handed: [String: String] {
    guard let location = headers["Location"] else { return hidden }
    let fields = location.drop { $0 != "?" && $0 != "#" }.dropFirst()
    return Self.byName(FormFields(parsing: String(fields)))
  }

  /// The hidden fields of the page's first form, by name.
  var hidden: [String: String] { Self.byName(form) }

  private static func byName(_ fields: FormFields) -> [String: String] {
    Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Bench {
  static let callback = "https://app.example.com/cb"

  /// Returns the authorization endpoint of an issuer.
  static func authorize(_ issuer: String) -> String {
    switch issuer {
    case "apple.com": "/issuers/apple.com/auth/authorize"
    case "google.com": "/issuers/google.com/o/oauth2/v2/auth"
    case "microsoft.com": entra("common", "oauth2/v2.0/authorize")
    case "facebook.com": "/issuers/facebook.com/v19.0/dialog/oauth"
    case "github.com": "/issuers/github.com/login/oauth/authorize"
    case "twitter.com": "/issuers/twitter.com/i/oauth2/authorize"
    case "linkedin.com": "/issuers/linkedin.com/oauth/v2/authorization"
    case "yahoo.com": "/issuers/yahoo.com/oauth2/request_auth"
    default: "/issuers/\(issuer)/authorize"
    }
  }

  /// Sends an authorization request; the given fields replace the default ones.
  func authorize(
    _ issuer: String, _ fields: Fields = [:], headers: Headers = [:]
  ) async throws -> Reply {
    var all: Fields = [
      "client_id": "client", "redirect_uri": Self.callback, "response_type": "code",
      "scope": issuer == "apple.com" ? "" : "openid email profile", "state": "s t&1",
    ]
    all.merge(fields) { $1 }
    return await get(
      Self.authorize(issuer) + "?" + Self.form(all).encoded, headers: headers)
  }

  /// Sends the form of a page's visitor.
  func choose(_ issuer: String, _ page: Reply, _ choice: FormFields) async throws -> Reply {
    var form = choice
    form.add("request", page.hidden["request"] ?? "")
    return await self.form("/issuers/\(issuer)/emulator/sign-in", form)
  }

  func makePerson(_ issuer: String, _ body: JSON) async throws {
    await post("/emulator/v1/issuers/\(issuer)/accounts", body).expect(200)
  }
}
