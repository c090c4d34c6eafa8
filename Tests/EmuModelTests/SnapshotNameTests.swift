import EmuModel
import Testing

@Suite struct `Names of snapshots` {
  @Test(arguments: ["a", "before-login", "v1.2_x", String(repeating: "n", count: 64)])
  func `a name of a snapshot that is a plain file name is accepted`(name: String) {
    #expect(SnapshotName.problem(with: name) == nil)
  }

  @Test(arguments: [
    "", ".", "..", ".draft-1", "a/b", "a\\b", "a b", "ä", "a\u{0}", "a%2fb",
    String(repeating: "n", count: 65),
  ]) func `a name of a snapshot that could name another file is rejected`(name: String) {
    #expect(SnapshotName.problem(with: name) != nil)
  }
}
