import EmuJOSE
import Testing

@Suite struct `Seals` {
  static let seal = Seal(project: "p1", purpose: "test")

  @Test(arguments: ["", "text", "1.2", "Zoë"])
  func `a sealed text is opened as it was`(text: String) {
    #expect(Self.seal.open(Self.seal.seal(text)) == text)
    #expect(Seal.unchecked(Self.seal.seal(text)) == text)
  }

  @Test func `a sealed text is not opened for another project, purpose or key`() {
    let sealed = Self.seal.seal("text")
    for other in [
      Seal(project: "p2", purpose: "test"), Seal(project: "p1", purpose: "other"),
      Seal(key: [1, 2], purpose: "test"),
    ] {
      #expect(other.open(sealed) == nil)
    }
    #expect(Seal(key: [1], purpose: "a").open(Seal(key: [1], purpose: "b").seal("text")) == nil)
  }

  @Test func `a sealed text that was changed, cut or lengthened is not opened`() {
    let sealed = Self.seal.seal("text")
    for changed in ["x" + sealed, String(sealed.dropLast()), sealed + ".", "text", "", "."] {
      #expect(Self.seal.open(changed) == nil)
    }
  }
}
