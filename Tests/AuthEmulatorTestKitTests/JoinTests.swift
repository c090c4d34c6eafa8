import AuthEmulatorTesting
import Foundation
import Testing

@testable import AuthEmulatorTestKit

@Suite struct `Joining` {
  @Test(.emulator) func `joining an emulator reaches its projects`() async throws {
    let project = try EmulatorProject.current
    try await project.seed(users: [SeedUser(uid: "ann")])
    let joined = try await AuthEmulator.join(url: project.url)
    #expect(try await joined.project(project.id).users().map(\.uid) == ["ann"])
    await joined.stop()
    #expect(try await project.users().count == 1)
  }

  @Test func `joining without an emulator names the command that starts one`() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    let error = await kitError { try await AuthEmulator.join(url: url) }
    #expect(error?.kind == .notRunning && error?.message.contains("http://127.0.0.1:1") == true)
    #expect(error?.nextStep.contains("auth-emulator start") == true)
  }

  @Test func `joining reads the launch argument first, then the environment`() throws {
    let arguments = ["app", "-AuthEmulatorURL", "http://10.0.0.2:9099/"]
    let environment = [
      "AUTH_EMULATOR_URL": "https://[::1]:9443/x", "FIREBASE_AUTH_EMULATOR_HOST": "localhost:9100",
    ]
    func given(_ arguments: [String], _ environment: [String: String]) throws -> String? {
      try EmulatorAddress.given(arguments: arguments, environment: environment)?.absoluteString
    }
    #expect(try given(arguments, environment) == "http://10.0.0.2:9099")
    #expect(try given(["app"], environment) == "https://[::1]:9443")
    #expect(
      try given([], ["FIREBASE_AUTH_EMULATOR_HOST": "localhost:9100"]) == "http://localhost:9100")
    #expect(try given(["-AuthEmulatorURL"], [:]) == nil)
  }

  @Test(arguments: ["", "ftp://a", "http://", "a b"])
  func `joining by an invalid address is rejected`(_ text: String) {
    let error = #expect(throws: AuthEmulatorError.self) {
      _ = try EmulatorAddress.url(text, from: "AUTH_EMULATOR_URL")
    }
    #expect(error?.kind == .noAddress)
    #expect(error?.message.hasPrefix("AUTH_EMULATOR_URL is `\(text)`") == true)
  }
}
