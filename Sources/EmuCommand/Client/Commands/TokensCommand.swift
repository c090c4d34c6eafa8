internal import EmuCrypto
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// `auth-emulator tokens`: mints and reads tokens.
enum TokensCommand {
  static let command = ClientCommand(
    name: "tokens", summary: "mints what a native sign-in returns to an app, and reads tokens",
    about: """
      Mints what a native sign-in with a provider returns to an app, valid or with a defect, and
      shows what is in a token.
      """,
    actions: [
      ClientAction(
        "mint", words: ["ISSUER"], "mints ID token, access token and authorization code",
        flags: flags, changes: true
      ) { input, client in
        let answer = try client.control(
          .post, IssuersCommand.path(input, "/tokens"), query: [("project", input.project)],
          input.body)
        let names = [
          "idToken", "accessToken", "authorizationCode", "refreshToken", "rawNonce", "sub", "email",
        ]
        return ClientReply(
          json: answer, text: TextTable.text(names.map { ($0, answer[$0]?.plainText) }))
      },
      ClientAction("show", words: ["TOKEN"], "shows header and claims of a token", needs: .nothing)
      {
        input, _ in try show(input.words[0])
      },
    ])

  private static let flags: [Flag<ClientInput>] =
    [.project] + IssuersCommand.person + [
      .text("--client-id", "ID", at: "clientId", "the app (default: the project's own)"),
      .text("--tenant", "ID", at: "tenant", "Microsoft: the tenant of the account"),
      .text("--raw-nonce", "TEXT", at: "rawNonce", "the nonce that the app sends the backend"),
      .text("--nonce", "TEXT", at: "nonce", "the nonce claim, verbatim"),
      .text(
        "--defect", "NAME", at: "defect", "expired, bad-signature, wrong-audience, wrong-nonce, …"),
      .number("--expires-in", "SECONDS", at: "expiresInSeconds", "the lifetime of the ID token"),
      .json("--claims", at: "claims", "further claims of the ID token"),
    ]

  private static func show(_ token: String) throws -> ClientReply {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = part(parts[0]), let claims = part(parts[1]) else {
      throw CommandFailure.usage(
        "This is not a JSON Web Token: it has three parts of base64url with dots between.")
    }
    let json: JSON = [
      "header": header, "claims": claims, "signed": .bool(!parts[2].isEmpty),
    ]
    let names = ["iat", "exp", "auth_time", "nbf"]
    let moments = names.map { name in
      (name, claims[name]?.int.map { Timestamp(seconds: $0).rfc3339 })
    }
    return ClientReply(
      json: json,
      text: TextTable.text(
        [("header", header.serialized()), ("claims", claims.serialized())] + moments)
        + (parts[2].isEmpty ? "The token is not signed.\n" : ""))
  }

  private static func part(_ text: Substring) -> JSON? {
    guard let bytes = Base64URL.decode(String(text)) else { return nil }
    return try? JSON(parsing: bytes)
  }
}
