import EmuTestTools
import Foundation
import Testing

/// Every citation refers to a document that a reader can open.
@Suite struct `Citations` {
  private static let files = Result { try TextFile.all() }

  /// A location in the repository that a text names.
  private struct Target: Hashable {
    var path: String
    var anchor: String?
  }

  private static func problem(of target: Target) throws -> String? {
    guard TextFile.exists(target.path) else { return "\(target.path) does not exist" }
    guard let anchor = target.anchor else { return nil }
    let page = try files.get().first { $0.path == target.path }
    return page?.anchors.contains(anchor) == true ? nil : "\(target.path) has no heading #\(anchor)"
  }

  /// Returns the paths below `docs/` that a text names, with their anchors, except those in URLs.
  private static func pages(in text: String) -> [Target] {
    guard text.contains("docs/") else { return [] }
    return text.matches(of: #/(?:^|[^\w\/.-])(docs\/[\w\/.-]*\w)(?:#([\w-]+))?/#).map {
      Target(path: String($0.1), anchor: $0.2.map(String.init))
    }
  }

  /// Returns the targets of a page's links that are not web addresses.
  private static func links(of page: TextFile) -> [Target] {
    let folder = page.path.split(separator: "/").dropLast().map(String.init)
    let inline = page.text.matches(of: #/\]\(([^()\s]+)\)/#).map { String($0.1) }
    let defined = page.text.matches(of: #/(?m)^\[[\w.-]+\]: (\S+)/#).map { String($0.1) }
    return (inline + defined).filter { !$0.contains("://") }.map { link in
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      var path = folder
      for part in parts[0].split(separator: "/") {
        if part == ".." { path.removeLast() } else if part != "." { path.append(String(part)) }
      }
      return Target(
        path: parts[0].isEmpty ? page.path : path.joined(separator: "/"),
        anchor: parts.count > 1 ? String(parts[1]) : nil)
    }
  }

  @Test func `citations of a page or its section exist, also by links`() throws {
    var count = 0
    for file in try Self.files.get() {
      let pages = Self.pages(in: file.unwrapped)
      count += pages.count
      for target in pages + (file.isPage ? Self.links(of: file) : []) {
        let problem = try Self.problem(of: target)
        #expect(problem == nil, "\(file.path): \(problem ?? "")")
      }
    }
    #expect(count > 100, "citations were not found")
  }

  @Test func `citations by a link's name have an address, and every address is cited`() throws {
    for page in try Self.files.get() where page.isPage && page.path.hasPrefix("docs/") {
      let defined = page.text.matches(of: #/(?m)^\[([\w.-]+)\]: \S+$/#).map { String($0.1) }
      let cited = Set(page.text.matches(of: #/\]\[([\w.-]+)\]/#).map { String($0.1) })
      #expect(Set(defined).count == defined.count, "\(page.path) defines a name twice")
      #expect(cited.subtracting(defined).sorted() == [], "\(page.path): without an address")
      #expect(Set(defined).subtracting(cited).sorted() == [], "\(page.path): never cited")
    }
  }

  @Test func `citations of a decision exist`() throws {
    let decisions = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "docs/adr").path()
    ).map { String($0.prefix(4)) }
    #expect(decisions.count > 10)
    for file in try Self.files.get() {
      for match in file.text.matches(of: /ADRs? (\d{4})/) {
        #expect(decisions.contains(String(match.1)), "\(file.path): there is no ADR \(match.1)")
      }
    }
  }

  /// Returns the names of docs/reference/README.md#standards.
  private static func standards() throws -> [String] {
    let index = try #require(try files.get().first { $0.path == "docs/reference/README.md" }).text
    let section = try #require(index.components(separatedBy: "\n## Standards\n").dropFirst().first)
    return section.matches(of: #/(?m)^\| ([^|]+) \| <https:/#).map { String($0.1) }
  }

  /// Returns the section signs without a document, as `RFC 6749 §4.1` has one.
  private static func loose(in text: String, _ standards: [String]) throws -> [String] {
    let names = standards.map(NSRegularExpression.escapedPattern(for:)).joined(separator: "|")
    let citation = try Regex(
      #"(?:RFC \d{3,4}|\#(names)),? (?:appendix )?§[\w.]+(?:(?:,| and|, and| or| to|;|,? steps? \d+(?: to \d+)?,?(?: and)?) §[\w.]+)*"#
    )
    let rest = text.replacing(citation, with: "")
    return rest.ranges(of: "§").map { range in
      let start = rest.index(range.lowerBound, offsetBy: -40, limitedBy: rest.startIndex)
      return String(rest[(start ?? rest.startIndex)...].prefix(60))
    }
  }

  @Test func `citations of a section name its document`() throws {
    let standards = try Self.standards()
    #expect(standards.count > 5)
    for file in try Self.files.get()
    where file.text.contains("§") && !file.path.hasSuffix("CitationTests.swift") {
      for place in try Self.loose(in: file.unwrapped, standards) {
        Issue.record("\(file.path): a section without a document: …\(place)…")
      }
    }
  }

  @Test(arguments: [
    ("as RFC 6749 §4.1.2 and §5.2 say", 0), ("by WebAuthn §7.1, step 4", 0), ("the form (§6.1)", 1),
    ("RFC 6749 says, in §5.2,", 1), ("OpenID Connect Core §3.1.3.6 and §3.3.2.11", 0),
    ("some standard §2", 1),
  ]) func `citations of a section are recognised`(_ text: String, _ count: Int) throws {
    #expect(try Self.loose(in: text, Self.standards()).count == count)
  }

  private static var foreign: Regex<Substring> {
    #/\b[WI] (?:[A-I]\.)?\d|[Ii]dentity providers [A-I]\b|[Ww]ire contract|\b[Pp]roduct(?:\.md)? ?§|\bproduct\.md|[Pp]itfalls? [A-I]\.?\d|\bstyle\.md|provider facts|\bFacts: [A-Z]/#
  }

  @Test func `citations of documents outside the repository are absent`() throws {
    for file in try Self.files.get() where !file.path.hasSuffix("CitationTests.swift") {
      if let match = file.unwrapped.firstMatch(of: Self.foreign) {
        Issue.record("\(file.path): \(match.0) is in no document of the repository")
      }
    }
  }

  @Test(arguments: [
    "(W 2.3.4)", "W 12.3 #25", "I C.1", "identity providers B.3", "Wire contract §2", "product §6",
    "product.md", "Pitfall H.24", "our provider facts", "Facts: Apple, \"Revoke tokens\".",
  ]) func `citations of documents outside the repository are recognised`(_ text: String) {
    #expect(text.firstMatch(of: Self.foreign) != nil)
  }

  @Test func `citations of tests name a file or a target of tests`() throws {
    let names = Set(
      try Self.files.get().filter { $0.path.hasPrefix("Tests/") }
        .compactMap { $0.path.split(separator: "/").last.map(String.init) }
        + SourceFile.folders(in: "Tests").map { "\($0).swift" })
    for page in try Self.files.get() where page.isPage && page.path.hasPrefix("docs/") {
      for match in page.text.matches(of: #/`([A-Z]\w*Tests|test_\w+\.py)(?:::\w+)?`/#) {
        let file = match.1.hasSuffix(".py") ? String(match.1) : "\(match.1).swift"
        #expect(names.contains(file), "\(page.path): there is no \(file)")
      }
    }
  }
}
