import Testing

/// A test's name is an independent sentence: reports, pages and searches show it by itself.
@Suite struct `Names of tests` {
  private static func places() throws -> [String: [String]] {
    try SourceFile.all(below: "Tests").reduce(into: [:]) { places, file in
      for match in file.text.matches(of: /func\s+`([^`]+)`/) {
        places[String(match.1), default: []].append(file.path)
      }
    }
  }

  /// Words before which a subject is missing: verbs and conjunctions that are not nouns as well.
  private static let predicates = Set(
    """
    accepts add adds adopts allows and announces answer apply are as ask asks be become becomes
    begin begins believes belong belongs bring brings call can cannot carries carry certifies
    certify checks choose clears come comes completes copy cover creates cut decides deletes do
    does drains draw empties end ends escapes exchanges exist exists expire expires fail fails
    find finds fit fits follow follows forbid forget forgets get gets give gives go goes had
    hands has have hear hears hide hold holds ignore ignores import is keep keeps kill kills know
    knows lasts lead leads learn leave leaves lends lets lie lies live lives lock locks lose
    loses made make makes may mean means meet meets mints must need needs nest nests never of open opens or
    outlive outlives overlooks overrides overwrites pass passes prevents prints protect prove
    proves publishes put puts reach reaches read reads reflects refuse refuses rejects remove
    removes renames repeat replaces return returns revoke revokes ring run runs say says see sees
    send sends serve serves set sets show shows sign signs sort sorts spend spends stand
    stands start starts stay stays stop stops store stores survive survives syncs take takes tell
    tells that then throw throws to trap traps treat treats trusts understands undo undoes unlink
    unlinks use uses verifies verify wait waits want wants was were whose win wins wipe wipes
    work works write
    """.split { $0 == " " || $0 == "\n" })

  private static func lacksSubject(_ name: String) -> Bool {
    name.split { $0 == " " || $0 == "," }.first.map(predicates.contains) ?? true
  }

  @Test func `the name of a test begins with its subject`() throws {
    let places = try Self.places()
    #expect(places.count > 1000, "the tests were not found")
    for (name, files) in places where Self.lacksSubject(name) {
      Issue.record("\(files.joined(separator: ", ")): write who or what \"\(name)\"")
    }
  }

  @Test func `the name of a test is in the repository once`() throws {
    for (name, files) in try Self.places() where files.count > 1 {
      Issue.record("\(files.joined(separator: ", ")): there are several \"\(name)\"")
    }
  }

  @Test(arguments: [
    ("is refused", true), ("refuses, and names the place", true), ("nest", true),
    ("of a decision exist", true), ("names that come twice are found", false),
    ("a code is refused", false), ("SQLite transactions nest", false),
  ]) func `a name without its subject is recognised`(_ name: String, _ lacks: Bool) {
    #expect(Self.lacksSubject(name) == lacks)
  }
}
