import EmuModel
import Testing

@Suite struct `A single project` {
  @Test func `another project is allowed, warned about or refused by the mode`() {
    #expect(SingleProjectMode.off.verdict(on: "p2", only: "p1") == .allowed)
    #expect(
      SingleProjectMode.warn.verdict(on: "p2", only: "p1")
        == .warned("p2 is named, but this emulator is meant for p1 alone"))
    #expect(
      SingleProjectMode.refuse.verdict(on: "p2", only: "p1")
        == .refused("This emulator serves p1 alone (--single-project), not p2."))
  }
}
