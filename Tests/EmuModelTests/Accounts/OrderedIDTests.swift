import EmuModel
import Synchronization
import Testing

@Suite struct `Identifiers ordered by a time` {
  /// Bytes that look random and are the same in every run.
  private final class Source: Sendable {
    private let state = Mutex<UInt64>(1)

    func bytes(_ count: Int) -> [UInt8] {
      state.withLock { state in
        (0..<count).map { _ in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return UInt8(state >> 56)
        }
      }
    }
  }

  private let ids: IDGenerator = {
    let source = Source()
    return IDGenerator { source.bytes($0) }
  }()

  @Test
  func `identifiers ordered by a time share a prefix at about the same time, and are unique`() {
    let noon = Timestamp(milliseconds: 1_795_262_400_000)
    for make in [IDGenerator.urlSafe, IDGenerator.hexadecimal] {
      let texts = (0..<100).map { make(ids.ordered(by: noon + .milliseconds($0 % 2)))(43) }
      #expect(Set(texts.map { $0.prefix(7) }).count == 1)
      #expect(Set(texts).count == 100)
      let later = make(ids.ordered(by: noon + .seconds(3600)))(43)
      #expect(later.prefix(7) != texts[0].prefix(7))
    }
  }

  @Test func `identifiers ordered by a time have the time in their first text only`() {
    let ordered = ids.ordered(by: Timestamp(milliseconds: 1_795_262_400_000))
    let first = ordered.urlSafe(20)
    #expect(ordered.urlSafe(20).prefix(8) != first.prefix(8))
  }
}
