import EmuModel
import Testing

@Suite struct `Duplicate names` {
  /// Names with their kinds, by position.
  private static let sequences: [[(kind: Int, name: String)]] = [
    [], [(0, "a")], [(0, "a"), (0, "a")], [(0, "a"), (1, "a")], [(0, "a"), (0, "A"), (1, "a")],
    (0..<100).map { ($0 % 3, "n\($0)") }, (0..<100).map { ($0 % 2, "n\($0 % 97)") },
    (0..<100).map { (0, "n\($0 / 2)") }, (0..<100).map { (0, "n\(min($0, 98))") },
    (0..<300).map { ($0 / 100, "n\($0 * 7 % 101)") }, Array(repeating: (2, "x"), count: 50),
  ]

  @Test(arguments: sequences.indices)
  func `duplicate names are found, in a second pass only where there are some`(_ row: Int) {
    let sequence = Self.sequences[row]
    var names = DuplicateNames()
    var runs = 0
    repeat {
      runs += 1
      #expect(names.isFirstRun == (runs == 1))
      for entry in sequence { names.compare(entry.name, kind: entry.kind) }
    } while names.beginNextRun()
    var isRepeated = false
    for kind in 0..<3 {
      let expected = sequence.indices.first { index in
        sequence[index].kind == kind
          && sequence[..<index].contains { $0.kind == kind && $0.name == sequence[index].name }
      }
      let found = names.first(ofKind: kind)
      #expect(found == expected.map { sequence[$0].name })
      if found != nil { isRepeated = true }
    }
    #expect(runs == (isRepeated ? 2 : 1))
  }
}
