import EmuTestTools
import Foundation
import Testing

@Suite struct `The example of the README` {
  @Test func `the README's test with the kit is the one that is compiled here`() throws {
    let file = "Tests/AuthEmulatorTestKitTests/Examples/ReadmeExample.swift"
    let example = try Repository.text(file)
    for page in ["README.md", "docs/test-kit.md"] {
      let blocks = try Repository.text(page).components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }
      #expect(blocks.contains(example), "\(page) has another text than \(file)")
    }
  }
}
