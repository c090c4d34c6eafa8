import EmuCrypto
import Testing

@Suite struct `Random sources` {
  @Test(arguments: [0, 1, 7, 8, 9, 100]) func `random sources return as many bytes as requested`(
    count: Int
  ) {
    #expect(RandomSource.system.bytes(count).count == count)
    #expect(RandomSource.seeded(1).bytes(count).count == count)
  }

  @Test func `random sources repeat themselves when seeded alike`() {
    #expect(RandomSource.seeded(7).bytes(40) == RandomSource.seeded(7).bytes(40))
    #expect(RandomSource.seeded(7).bytes(40) != RandomSource.seeded(8).bytes(40))
    #expect(RandomSource.system.bytes(40) != RandomSource.system.bytes(40))
  }

  @Test func `random sources follow SplitMix64`() {
    // First output for seed 1234567, from the algorithm's reference test (rosettacode.org).
    let word = RandomSource.seeded(1_234_567).bytes(8).reversed().reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    #expect(word == 6_457_827_717_110_365_317)
  }
}
