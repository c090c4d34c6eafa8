import EmuJOSE
import Testing

@Suite struct `Seals` {
  static let seal = Seal(project: "p1", purpose: "test")

  @Test(arguments: ["", "text", "1.2", "Zoë"])
  func `a sealed text is opened unchanged`(text: String) {
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

  /// The key is derived from the project alone, so that tokens outlive a wiped store and another
  /// process.
  @Test func `a project's seal is the same among those of many projects, and later`() {
    let first = "text.KFQkc_B8FF6sedyQmZSQzLg7eeS0s94cqhvl7XzHQp4"
    #expect(Self.seal.seal("text") == first)
    let sealed = (0..<300).map { Seal(project: "p\($0)", purpose: "many").seal("text") }
    #expect(Set(sealed).count == 300)
    for number in 0..<300 {
      #expect(Seal(project: "p\(number)", purpose: "many").open(sealed[number]) == "text")
    }
    #expect(Seal(project: "p1", purpose: "test").seal("text") == first)
  }

  @Test func `a sealed text that was changed, cut or lengthened is not opened`() {
    let sealed = Self.seal.seal("text")
    for changed in ["x" + sealed, String(sealed.dropLast()), sealed + ".", "text", "", "."] {
      #expect(Self.seal.open(changed) == nil)
    }
  }
}
