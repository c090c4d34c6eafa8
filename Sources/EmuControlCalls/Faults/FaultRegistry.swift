package import EmuHTTP
internal import EmuJSON
package import EmuModel
package import EmuStore

/// What both doors to the faults do: `/emulator/v1/faults` and `/emulator/v1/issuers/{id}/faults`.
package struct FaultRegistry: Sendable {
  private let store: Store
  private let clock: EmulatorClock
  private let ids: IDGenerator
  private let places: FaultPlaces

  package init(store: Store, clock: EmulatorClock, ids: IDGenerator, places: FaultPlaces) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.places = places
  }

  /// The faults that are left, of one issuer or all.
  package func list(ofIssuer issuer: String? = nil) -> Response {
    let faults = store.faults(at: clock.now).filter { fault in
      issuer.map { $0 == fault.match.providerID } ?? true
    }
    return .json(JSON.object(["faults": .array(faults.map(\.json))]).serializedBytes())
  }

  /// The fault that a body means.
  package func fault(
    _ input: FaultInput, atIssuer issuer: String? = nil
  ) throws(ControlError) -> Fault {
    try input.fault(
      id: ids.lowercaseLetters(12), at: try issuer.map(places.issuer), among: places,
      seed: { ids.randomBytes(6).reduce(0) { $0 << 8 | Int64($1) } }, now: clock.now)
  }

  /// Stores a fault, in a transaction.
  package func insert(_ fault: Fault, _ writer: Writer) throws {
    try writer.insert(fault, in: store)
  }

  package func reference(to fault: Fault) -> Response {
    .json(JSON.object(["id": .string(fault.id)]).serializedBytes())
  }

  /// Removes one fault, or all of an issuer, or all, in a transaction.
  package func delete(
    _ id: String?, ofIssuer issuer: String? = nil, _ writer: Writer
  ) throws {
    let wasThere = try writer.deleteFaults(id, ofProvider: issuer, in: store)
    guard let id, !wasThere else { return }
    throw ControlError.notFound(
      "\(issuer.map { "\($0) has" } ?? "There is") no fault \(id.prefix(64)); it may have happened as "
        + "often as it was to, or be over. GET \(Self.door(ofIssuer: issuer)) lists those that are left."
    )
  }

  /// The path of a door.
  static func door(ofIssuer issuer: String?) -> String {
    ControlEntry.root + (issuer.map { "issuers/\($0)/" } ?? "") + "faults"
  }
}
