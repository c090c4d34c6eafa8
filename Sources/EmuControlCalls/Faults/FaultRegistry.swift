internal import EmuJSON
package import EmuModel
package import EmuStore

/// The shared implementation of `/emulator/v1/faults` and `/emulator/v1/issuers/{id}/faults`.
package struct FaultRegistry: Sendable {
  private let store: Store
  private let clock: EmulatorClock
  private let ids: IDGenerator
  private let places: FaultLocations

  package init(store: Store, clock: EmulatorClock, ids: IDGenerator, places: FaultLocations) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.places = places
  }

  package func list(ofIssuer issuer: String? = nil, ofProject project: String? = nil) -> FaultPage {
    let faults = store.faults(at: clock.now).filter { fault in
      (issuer == nil || issuer == fault.match.providerId)
        && (project == nil || project == fault.match.project)
    }
    return FaultPage(faults: faults.map(FaultReport.init))
  }

  package var description: FaultDescription { FaultDescription(places) }

  /// Returns the id of the issuer of a provider; throws if it has none.
  package func issuerID(_ provider: String) throws(ControlError) -> String {
    try places.issuer(provider).id
  }

  /// The limit of faults, which are held in memory.
  static let limit = 10_000

  package func fault(
    _ input: FaultInput, atIssuer issuer: String? = nil
  ) throws(ControlError) -> Fault {
    guard store.faultCounts.faults < Self.limit else {
      throw .invalid(
        "There are \(Self.limit) faults already. DELETE \(Self.path(ofIssuer: nil)) removes them all; give "
          + "each fault times or expiresInSeconds, so that it removes itself.")
    }
    return try input.fault(
      id: ids.lowercaseLetters(12), at: try issuer.map(places.issuer), among: places,
      seed: { ids.randomBytes(6).reduce(0) { $0 << 8 | Int64($1) } }, now: clock.now)
  }

  package func insert(_ fault: Fault, _ writer: WriteTransaction) throws {
    try writer.insert(fault, in: store)
  }

  /// Returns the names in a fault that are unknown and may be created later, as sentences.
  package func warnings(about fault: Fault) throws -> [String] {
    var warnings: [String] = []
    if let id = fault.match.project {
      let known = try store.read { try $0.projectIDs() }
      if !known.contains(id) {
        warnings.append(
          "There is no project \(id) yet.\(NearestNames.hint(id, among: known)) The fault waits for its first "
            + "request; GET /emulator/v1/projects lists the projects.")
      }
    }
    if let id = fault.match.providerId, !places.isProvider(id) {
      warnings.append(
        "There is no provider \(id).\(NearestNames.hint(id, among: places.providers)) The fault "
          + "still happens where a request names it; GET /emulator/v1/faults:describe lists the providers."
      )
    }
    return warnings
  }

  /// Removes one fault, or all of an issuer, of a project, or all, in a transaction.
  package func delete(
    _ id: String?, ofIssuer issuer: String? = nil, ofProject project: String? = nil,
    _ writer: WriteTransaction
  ) throws {
    let wasThere = try writer.deleteFaults(
      id, ofProvider: issuer, ofProject: project, in: store)
    guard let id, !wasThere else { return }
    throw ControlError.notFound(
      "\(issuer.map { "\($0) has" } ?? "There is") no fault \(id.prefix(64)); it may have happened as "
        + "often as it was to, or be over. GET \(Self.path(ofIssuer: issuer)) lists those that are left."
    )
  }

  static func path(ofIssuer issuer: String?) -> String {
    ControlEntry.root + (issuer.map { "issuers/\($0)/" } ?? "") + "faults"
  }
}
