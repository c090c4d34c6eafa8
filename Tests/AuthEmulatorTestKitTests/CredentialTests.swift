import AuthEmulatorTestKit
import AuthEmulatorTesting
import Foundation
import Testing

@Suite(.emulator) struct `Credentials` {
  @Test func `an Apple credential signs in as in an app`() async throws {
    let project = try EmulatorProject.current
    var name = PersonNameComponents()
    name.givenName = "Ann"
    name.familyName = "Lee"
    let ann = try await project.appleCredential(
      email: "ann@example.com", name: name, nonce: .raw("any text"), state: "s-1")
    #expect(ann.fullName?.givenName == "Ann")
    #expect(ann.fullName?.familyName == "Lee")
    #expect(ann.email == "ann@example.com")
    #expect(ann.rawNonce == "any text")
    #expect(ann.state == "s-1")
    #expect(ann.realUserStatus == .likelyReal)
    #expect(!ann.authorizationCode.isEmpty)

    let reply = try await App(project).signIn(ann)
    #expect(reply.status == 200)
    let user = try await project.user(email: "ann@example.com")
    #expect(user.providerIds == ["apple.com"])
    #expect(user.providers.first?.rawId == ann.user)
  }

  @Test func `an Apple credential has name and address at the first authorization only`()
    async throws
  {
    let project = try EmulatorProject.current
    var name = PersonNameComponents()
    name.givenName = "Ann"
    let first = try await project.appleCredential(email: "ann@example.com", name: name)
    let second = try await project.appleCredential(email: "ann@example.com")
    #expect(first.user == second.user)
    #expect(first.fullName != nil && second.fullName == nil)
    #expect(first.email != nil && second.email == nil)
    #expect(first.rawNonce != second.rawNonce)
  }

  @Test func `an Apple credential can hide the address`() async throws {
    let project = try EmulatorProject.current
    let ann = try await project.appleCredential(email: "ann@example.com", hidesEmail: true)
    #expect(ann.email?.hasSuffix("@privaterelay.appleid.com") == true)
  }

  @Test func `a nonce that differs is rejected, and the log explains it`() async throws {
    let project = try EmulatorProject.current
    let ann = try await project.appleCredential(email: "ann@example.com")
    let reply = try await App(project).signIn(ann, nonce: "another text")
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
  func `a credential with a defect is rejected where credentials are verified`(
    _ defect: CredentialDefect
  ) async throws {
    let project = try EmulatorProject.current
    try await project.set { $0.verifyCredentials = .on }
    let ann = try await project.appleCredential(email: "ann@example.com", defect: defect)
    #expect(try await App(project).signIn(ann).status == 400)
    let decision = try await project.explain().decision(of: "credential")
    #expect(decision?.outcome == "refused")
  }

  @Test func `a misspelt defect is rejected by name`() async throws {
    let project = try EmulatorProject.current
    let error = await #expect(throws: AuthEmulatorError.self) {
      try await project.appleCredential(defect: "expird")
    }
    #expect(error?.message.contains("expired") == true)
  }

  @Test func `credentials of Google, Microsoft and OpenID sign in`() async throws {
    let project = try EmulatorProject.current
    try await project.seed(providers: [SeedProvider("oidc.corp", clientId: "c-1")])
    let credentials = [
      try await project.googleCredential(email: "gia@gmail.com"),
      try await project.microsoftCredential(email: "mia@example.com", tenant: "consumers"),
      try await project.oidcCredential(
        provider: "oidc.corp", email: "ola@example.com", claims: ["team": "a"]),
    ]
    #expect(credentials.map(\.providerId) == ["google.com", "microsoft.com", "oidc.corp"])
    #expect(credentials[2].claims["team"] == "a")
    for credential in credentials {
      #expect(!credential.accessToken.isEmpty && !credential.authorizationCode.isEmpty)
      let reply = try await App(project).signIn(credential)
      #expect(reply.status == 200, "\(credential.providerId): \(reply.error ?? "")")
    }
    #expect(try await project.users().count == 3)
  }

  @Test func `a response of SAML signs in`() async throws {
    let project = try EmulatorProject.current
    let response = try await project.samlResponse(
      SeedPerson(at: "saml.corp", email: "sam@example.com"))
    #expect(!response.samlResponse.isEmpty)
    let reply = try await App(project).call(
      "accounts:signInWithIdp",
      [
        "postBody": .string(response.postBody), "requestUri": .string(response.callbackUrl),
        "returnSecureToken": true,
      ])
    #expect(reply.status == 200 && reply.body["email"] == "sam@example.com", "\(reply.body)")
  }
}
