import EmuJOSE
import Testing

@Suite struct `Hashes that bind tokens` {
  // OpenID Connect Core 1.0, appendices A.3 and A.4.
  @Test func `hashes that bind tokens are as published`() {
    #expect(
      TokenHash.value(for: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y", algorithm: .rs256)
        == "77QmUPtjPfzWtF2AnpK9RQ")
    #expect(
      TokenHash.value(
        for: "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk", algorithm: .rs256)
        == "LDktKdoQak3Pk0cnXxCltA")
  }

  @Test(arguments: [
    (JWSAlgorithm.none, 22), (.es256, 22), (.rs384, 32), (.es384, 32), (.rs512, 43), (.eddsa, 43),
  ]) func `hashes that bind tokens have half the length`(algorithm: JWSAlgorithm, count: Int) {
    #expect(TokenHash.value(for: "x", algorithm: algorithm).count == count)
  }
}
