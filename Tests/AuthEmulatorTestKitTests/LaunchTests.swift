import AuthEmulatorTestKit
import Foundation
import Testing

@Suite struct `Launching` {
  @Test func `a launched emulator responds until it is stopped`() async throws {
    let emulator = try await AuthEmulator.launch(.built())
    #expect(try await emulator.health()["status"]?.string == "ready")
    #expect(emulator.port != 9099 && emulator.host == "127.0.0.1")
    await emulator.stop()
    let error = await kitError { try await emulator.health() }
    #expect(error?.kind == .notRunning)
    #expect(error?.description.contains("auth-emulator start") == true)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a launched emulator ends with the last reference to it`() async throws {
    var emulator: AuthEmulator? = try await AuthEmulator.launch(.built())
    let url = try #require(emulator?.url)
    var project = try await emulator?.project("p")
    emulator = nil
    #expect(try await project?.users().isEmpty == true)
    project = nil
    // The process needs a moment; a call waits for its response or its error.
    while (try? await AuthEmulator.join(url: url)) != nil {}
  }

  @Test func `a launch uses project, profile and signing of its options`() async throws {
    var options = LaunchOptions.built("--quiet")
    options.project = "shop"
    options.profile = .production
    options.signsIDTokens = true
    let emulator = try await AuthEmulator.launch(options)
    let health = try await emulator.health()
    #expect(health["project"]?.string == "shop" && health["profile"]?.string == "production")
    let project = try await emulator.uniqueProject()
    try await project.set { $0.profile = .compatible }
    let reply = try await App(project).signUp("ann@example.com")
    #expect(reply.body["idToken"]?.string?.hasSuffix(".") == false)
    await emulator.stop()
  }

  @Test func `a launch that fails reports what the command printed`() async throws {
    let error = await kitError { try await AuthEmulator.launch(.built("--no-such-flag")) }
    #expect(error?.kind == .launchFailed && error?.nextStep.contains("--no-such-flag") == true)
  }

  @Test func `a launch without its command names the path`() async throws {
    let options = LaunchOptions(binary: URL(fileURLWithPath: "/no/such/command"))
    let error = await kitError { try await AuthEmulator.launch(options) }
    #expect(error?.kind == .launchFailed && error?.message.contains("/no/such/command") == true)
  }
}
