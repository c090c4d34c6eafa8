import AuthEmulatorTestKit
import AuthEmulatorTesting
import Foundation
import Testing

@Suite(.emulator) final class `Credentials`: ProjectSuite {
  @Test func `an Apple credential signs in as in an app`() async throws {
    var name = PersonNameComponents()
    name.givenName = "Ann"
    name.familyName = "Lee"
    let ann = try await project.appleCredential(
      email: "ann@example.com", name: name, nonce: .raw("any text"), state: "s-1")
    #expect(ann.fullName?.givenName == "Ann" && ann.fullName?.familyName == "Lee")
    #expect(ann.email == "ann@example.com" && ann.rawNonce == "any text" && ann.state == "s-1")
    #expect(ann.realUserStatus == .likelyReal && !ann.authorizationCode.isEmpty)
    let reply = try await app.signIn(ann)
    #expect(reply.status == 200)
    let user = try await project.user(email: "ann@example.com")
    #expect(user.providerIds == ["apple.com"] && user.providers.first?.rawId == ann.user)
  }

  @Test func `an Apple credential has name and address the first time only`() async throws {
    var name = PersonNameComponents()
    name.givenName = "Ann"
    let first = try await project.appleCredential(email: "ann@example.com", name: name)
    let second = try await project.appleCredential(email: "ann@example.com")
    #expect(first.user == second.user && first.fullName != nil && second.fullName == nil)
    #expect(first.email != nil && second.email == nil && first.rawNonce != second.rawNonce)
    let hidden = try await project.appleCredential(email: "bea@example.com", hidesEmail: true)
    #expect(hidden.email?.hasSuffix("@privaterelay.appleid.com") == true)
  }

  @Test func `a nonce that differs is rejected, and the log explains it`() async throws {
    let ann = try await project.appleCredential(email: "ann@example.com")
    let reply = try await app.signIn(ann, nonce: "another text")
    #expect(reply.status == 400)
    let explanation = try await project.explain(operation: "accounts:signInWithIdp")
    #expect(explanation.requests.count == 1)
    #expect(explanation.decision(of: "checkNonce")?.outcome == "refused")
    #expect(explanation.description.contains("checkNonce refused: "))
    // The log masks the nonce that the app sent.
    #expect(reply.error?.hasPrefix("MISSING_OR_INVALID_NONCE : ") == true)
    #expect(
      explanation.description.contains("accounts:signInWithIdp 400: MISSING_OR_INVALID_NONCE"))
  }

  @Test(arguments: [CredentialDefect.expired, .badSignature, "wrong-issuer"])
  func `a credential with a defect is rejected if verified`(defect: CredentialDefect) async throws {
    try await project.set { $0.verifyCredentials = .on }
    let ann = try await project.appleCredential(email: "ann@example.com", defect: defect)
    #expect(try await app.signIn(ann).status == 400)
    let decision = try await project.explain().decision(of: "credential")
    #expect(decision?.outcome == "refused")
    let misspelt = await kitError { try await project.appleCredential(defect: "expird") }
    #expect(misspelt?.message.contains("expired") == true)
  }

  @Test func `credentials of Google, Microsoft and OpenID sign in`() async throws {
    try await project.seed(providers: [SeedProvider("oidc.corp", clientId: "c-1")])
    let credentials = [
      try await project.googleCredential(email: "gia@gmail.com"),
      try await project.credential(
        .init(at: "microsoft.com", email: "mia@example.com", tenant: "consumers")),
      try await project.credential(
        .init(at: "oidc.corp", email: "ola@example.com", claims: ["team": "a"])),
    ]
    #expect(credentials.map(\.providerId) == ["google.com", "microsoft.com", "oidc.corp"])
    #expect(credentials[2].claims["team"] == "a")
    for credential in credentials {
      #expect(!credential.accessToken.isEmpty && !credential.authorizationCode.isEmpty)
      let reply = try await app.signIn(credential)
      #expect(reply.status == 200, "\(credential.providerId): \(reply.error ?? "")")
    }
    #expect(try await project.users().count == 3)
  }

  @Test func `a response of SAML signs in`() async throws {
    let response = try await project.samlResponse(
      SeedPerson(at: "saml.corp", email: "sam@example.com"))
    #expect(!response.samlResponse.isEmpty)
    let reply = try await app.call(
      "accounts:signInWithIdp",
      [
        "postBody": .string(response.postBody), "requestUri": .string(response.callbackUrl),
        "returnSecureToken": true,
      ])
    #expect(reply.status == 200 && reply.body["email"] == "sam@example.com", "\(reply.body)")
  }
}
