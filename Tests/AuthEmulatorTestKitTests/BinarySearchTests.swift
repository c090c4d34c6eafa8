import Foundation
import Testing

@testable import AuthEmulatorTestKit

@Suite struct `The search for the command` {
  private let beside = Binary.url.deletingLastPathComponent()

  @Test func `the command is found by the environment, in PATH, and in a build`() throws {
    let folder = beside.path
    for environment in [["AUTH_EMULATOR_BINARY": Binary.url.path], ["PATH": "/no:\(folder)"]] {
      let search = BinarySearch(environment: environment, builds: [])
      #expect(try search.binary(given: nil).path == Binary.url.path)
    }
    let search = BinarySearch(environment: [:], builds: [URL(fileURLWithPath: "/no"), beside])
    #expect(try search.binary(given: nil).path == Binary.url.path)
  }

  @Test func `the command is found where Homebrew installs, after PATH and before a build`() throws
  {
    let places = BinarySearch(environment: [:]).installs.map(\.path)
    #expect(places.contains("/opt/homebrew/bin"))
    let search = BinarySearch(
      environment: ["PATH": "/no"], installs: [beside], builds: [URL(fileURLWithPath: "/no")])
    #expect(try search.binary(given: nil).path == Binary.url.path)
  }

  @Test func `the command is found in an artifact bundle, before what is installed`() throws {
    let search = BinarySearch(
      environment: [:], installs: [URL(fileURLWithPath: "/no")], artifacts: [beside], builds: [])
    #expect(try search.binary(given: nil).path == Binary.url.path)
  }

  @Test func `the command that is named precedes all others`() throws {
    let search = BinarySearch(environment: ["AUTH_EMULATOR_BINARY": "/no"], builds: [beside])
    #expect(try search.binary(given: Binary.url) == Binary.url)
    let error = #expect(throws: AuthEmulatorError.self) { try search.binary(given: nil) }
    #expect(error?.description.contains("AUTH_EMULATOR_BINARY") == true)
  }

  @Test func `a missing command is an error with the way to build it`() {
    let search = BinarySearch(environment: [:], installs: [], builds: [])
    let error = #expect(throws: AuthEmulatorError.self) { try search.binary(given: nil) }
    #expect(error?.nextStep.contains("swift build --product auth-emulator") == true)
  }
}
