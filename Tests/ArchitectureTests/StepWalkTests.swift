import EmuTestTools
import Foundation
import Testing

/// `signInWithIdp` is an ordered list of steps, and the walk in docs/ARCHITECTURE.md is that list.
@Suite struct `The steps of signInWithIdp` {
  private static let folder = "Sources/EmuAPI/Accounts/SignInWithIdp"

  /// The steps as the operation lists them.
  private static func steps() throws -> [String] {
    let files = try SourceFile.all(below: folder)
    let operation = try #require(files.first { $0.name == "SignInWithIdp.swift" })
    return operation.code.compactMap { line in
      line.text.firstMatch(of: /^ +(\w+)\.self,$/).map { String($0.1) }
    }
  }

  @Test func `the steps of signInWithIdp are one file each`() throws {
    let files = try SourceFile.all(below: "\(Self.folder)/Steps").map(\.name)
    #expect(try Self.steps().map { "\($0).swift" }.sorted() == files.sorted())
  }

  @Test
  func `the steps of signInWithIdp are named in their order by the walk in docs/ARCHITECTURE.md`()
    throws
  {
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/ARCHITECTURE.md"), encoding: .utf8)
    let walk = page.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^ +\d+\. `(\w+)`: /#).map { String($0.1) }
    }
    let steps = try Self.steps()
    #expect(steps.count > 10)
    #expect(walk == steps)
  }
}
