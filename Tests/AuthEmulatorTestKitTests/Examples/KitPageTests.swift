import EmuTestTools
import Foundation
import Testing

@Suite struct `The example of the kit's page` {
  @Test func `the example of the kit's page is the one that is compiled here`() throws {
    let file = "Tests/AuthEmulatorTestKitTests/Examples/ReadmeExample.swift"
    let blocks = try Repository.text("docs/test-kit.md").components(separatedBy: "```swift\n")
      .dropFirst().compactMap { $0.components(separatedBy: "```").first }
    #expect(try blocks.contains(Repository.text(file)), "the page has another text than \(file)")
  }
}
