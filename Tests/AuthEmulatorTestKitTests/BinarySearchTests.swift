import EmuTestTools
import Foundation
import Testing

@testable import AuthEmulatorTestKit

@Suite struct `The search for the command` {
  private let beside = Binary.url.deletingLastPathComponent()

  private let none = URL(fileURLWithPath: "/no")

  @Test func `the command is found by the environment, an installation or a build`() throws {
    let folder = beside.path
    for search in [
      BinarySearch(environment: ["AUTH_EMULATOR_BINARY": Binary.url.path], builds: []),
      BinarySearch(environment: ["PATH": "/no:\(folder)"], builds: []),
      BinarySearch(environment: [:], builds: [none, beside]),
      // After PATH and before a build.
      BinarySearch(environment: ["PATH": "/no"], installs: [beside], builds: [none]),
      // An artifact bundle before what is installed.
      BinarySearch(environment: [:], installs: [none], artifacts: [beside], builds: []),
    ] {
      #expect(try search.binary(given: nil).path == Binary.url.path, "\(search)")
    }
    let places = BinarySearch(environment: [:]).installs.map(\.path)
    #expect(places.contains("/opt/homebrew/bin"))
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
