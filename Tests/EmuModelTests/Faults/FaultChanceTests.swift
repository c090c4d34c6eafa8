import EmuModel
import Testing

@Suite struct `The chance of a fault` {
  private func outcomes(_ probability: Double, seed: Int64, _ count: UInt64) -> [Bool] {
    let chance = Fault.Chance(probability: probability, seed: seed)
    return (0..<count).map(chance.happens)
  }

  @Test func `the chance of a fault has the same outcomes for the same seed`() {
    #expect(outcomes(0.3, seed: 1, 100) == outcomes(0.3, seed: 1, 100))
    #expect(outcomes(0.3, seed: 1, 100) != outcomes(0.3, seed: 2, 100))
    #expect(outcomes(0.3, seed: -1, 100) != outcomes(0.3, seed: 1, 100))
  }

  @Test(arguments: [0.01, 0.25, 0.5, 0.9])
  func `the chance of a fault is its probability over many matches`(_ probability: Double) {
    for seed: Int64 in [0, 1, 2, .min, .max] {
      let share = Double(outcomes(probability, seed: seed, 10_000).count(where: \.self)) / 10_000
      // Five standard deviations at most.
      #expect(abs(share - probability) < 0.025, "seed \(seed): \(share)")
    }
  }

  @Test func `a fault whose chance is one always happens`() {
    #expect(!outcomes(1, seed: 5, 1000).contains(false))
  }
}
