import EmuTestSupport
import Testing

@testable import EmuCommand

/// A value that a call stores is imported by every format that can contain it. A value that an import rejects
/// is rejected by the call.
@Suite(.timeLimit(.minutes(2))) struct `Stored values in exports` {
  /// Expects that the call is rejected as the row says, or that each format restores the state.
  @Test(arguments: texts + users + configurations)
  func `a value that a call stores is in every export, and imported`(_ row: Row) async throws {
    let emulator = try TestEmulator(profile: row.profile)
    let reply = try await row.calls(emulator)
    if let refusal = row.refusal {
      let message = reply.errorMessage ?? reply["error"]?[0]?["message"]?.string
      let last = reply["error"]?.array?.last?["message"]?.string
      #expect(message?.hasPrefix(refusal) == true || last == refusal, "\(reply.text)")
    } else {
      #expect(reply.status == 200 && (reply["error"] ?? []) == [], "\(reply.text)")
    }
    try Self.expectRoundTrips(emulator, row.profile)
  }

  static func expectRoundTrips(_ emulator: TestEmulator, _ profile: Profile = .compatible) throws {
    _ = try emulator.currentProject()
    let transfer = try Transfer(emulator)
    try transfer.export(.seed, to: "all.json5")
    for target in Transfer.Target.allCases {
      let answer = try transfer.export(target)
      let other = try TestEmulator(profile: profile, seed: 2)
      let report = try transfer.imported(target.rawValue, into: other, hashes(answer.json))
      #expect(report["refused"] == 0, "\(target): \(report.serialized())")
      #expect(report["warnings"] == [], "\(target): \(report.serialized())")
      let again = try Transfer(other)
      if let form = target.form {
        try expectSame(again.accounts(form).joined(), transfer.accounts(form).joined(), target)
        continue
      }
      try again.export(target)
      let files = try transfer.files(target.rawValue)
      for (name, text) in try again.files(target.rawValue) {
        expectSame(text, files[name] ?? "", target)
      }
      guard target.hasConfiguration else { continue }
      try again.export(.seed, to: "all.json5")
      try expectSame(again.text("all.json5"), transfer.text("all.json5"), target)
    }
  }

  /// Expects the same bytes, and shows the place of the first other one.
  private static func expectSame(_ text: String, _ other: String, _ target: Transfer.Target) {
    let (left, right) = (Array(text.utf8), Array(other.utf8))
    guard left != right else { return }
    let place = max(0, zip(left, right).prefix { $0 == $1 }.count - 40)
    func shown(_ bytes: [UInt8]) -> String {
      String(decoding: bytes.dropFirst(place).prefix(100), as: UTF8.self)
    }
    Issue.record("\(target): \(shown(left)) instead of \(shown(right))")
  }

  /// The options of an import that an export of hashes names.
  private static func hashes(_ answer: JSON) -> [String: String] {
    var options: [String: String] = [:]
    for name in ["hashAlgorithm", "signerKey", "saltSeparator", "rounds", "memoryCost"] {
      options[name] = answer[name].map { $0.string ?? $0.serialized() }
    }
    return options
  }
}
