import AuthEmulatorTestKit
import AuthEmulatorTesting
import Testing

@Test(.emulator) func `Ann signs in with Apple while lookups fail`() async throws {
  let project = try EmulatorProject.current  // its own, with host, port and apiKey for the SDK
  let ann = try await project.appleCredential(email: "ann@example.com")
  let model = LoginModel(project.endpoint("accounts:signInWithIdp"))

  try await project.faults.with(.status(503), on: .operation("accounts:lookup")) {
    try await model.signIn(idToken: ann.idToken, rawNonce: ann.rawNonce)
  }

  #expect(try await project.user(email: "ann@example.com").providerIds == ["apple.com"])
  print(try await project.explain())  // why the app's last request was answered as it was
}
