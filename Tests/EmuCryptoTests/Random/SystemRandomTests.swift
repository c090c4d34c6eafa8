import EmuCrypto
import Testing

@Suite struct `Random bytes` {
  @Test(arguments: [0, 1, 7, 8, 9, 100])
  func `random bytes are as many as requested, and others each time`(count: Int) {
    let bytes = SystemRandom.bytes(count)
    #expect(bytes.count == count)
    if count > 8 { #expect(bytes != SystemRandom.bytes(count)) }
  }
}
