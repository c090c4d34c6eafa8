internal import EmuJSON

/// The answer of an import.
struct ImportReport: Decodable, Sendable {
  /// The form of the file.
  var format: String
  /// Users that are new. With `dryRun`, that would be.
  var stored: Int
  /// Users of a seed that differ now.
  var updated: Int
  /// With `continue`: users that were there already.
  var skipped: Int
  /// Users that cannot be stored; without `continue`, no user is then.
  var refused: Int
  /// The first of them.
  var refusals: [Refusal]
  var dryRun: Bool

  struct Refusal: Decodable, Sendable {
    /// Such as `line 12` or `users[3]`; empty for the whole file.
    var place: String
    var message: String
  }

  /// How many refusals are named.
  private static let mostRefusals = 100

  init(_ format: ImportFormat, isDryRun: Bool) {
    self.format = format.rawValue
    (stored, updated, skipped, refused, refusals) = (0, 0, 0, 0, [])
    dryRun = isDryRun
  }

  mutating func refuse(_ message: String, at place: String) {
    refused += 1
    guard refusals.count < Self.mostRefusals else { return }
    refusals.append(Refusal(place: place, message: message))
  }

  var json: JSON {
    [
      "format": .string(format), "stored": .int(Int64(stored)), "updated": .int(Int64(updated)),
      "skipped": .int(Int64(skipped)), "refused": .int(Int64(refused)),
      "refusals": .array(
        refusals.map { ["place": .string($0.place), "message": .string($0.message)] }),
      "dryRun": .bool(dryRun),
    ]
  }
}
