package import EmuModel
internal import EmuSQLite

extension ReadTransaction {
  /// Returns the state of the clock when the data were last stamped.
  package func clockState() throws -> EmulatorClock.State {
    let texts: [String] = try connection.column(
      "SELECT value FROM meta WHERE name IN ('clock_frozen_at', 'clock_offset') ORDER BY name")
    guard texts.count == 2, let offset = Int64(texts[1]) else { return EmulatorClock.State() }
    return EmulatorClock.State(
      offsetMilliseconds: offset, frozenAt: Int64(texts[0]).map(Timestamp.init(milliseconds:)))
  }
}

extension WriteTransaction {
  package func store(_ state: EmulatorClock.State) throws {
    for (name, value) in [
      ("clock_offset", String(state.offsetMilliseconds)),
      ("clock_frozen_at", state.frozenAt.map { String($0.milliseconds) } ?? ""),
    ] {
      try connection.run(
        "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
        name, value)
    }
  }
}
