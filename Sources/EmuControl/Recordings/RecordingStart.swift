internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

struct RecordingStart {
  let services: ControlServices
  let project: String

  /// The largest seed of a scenario in bytes: `scenarios:run` accepts documents of 1 MB.
  private static let longestSeed = 512 << 10

  /// Returns the project's current state, with its plaintext passwords, so that sign-ins can be
  /// repeated.
  func now() throws -> Recording.Start {
    var warnings: [String] = []
    let (seed, keys) = try services.store.read { reader throws -> (JSONObject, [String]) in
      guard let known = try reader.project(project) else { return (newProject, []) }
      return try exported(known, reader, &warnings)
    }
    return Recording.Start(
      project: project, seed: seed, apiKeys: keys,
      faults: faults, clock: services.clock.state, at: services.clock.now, warnings: warnings)
  }

  /// The faults that may affect requests of the project.
  private var faults: [Fault] {
    services.store.faults(at: services.clock.now)
      .filter { ($0.match.project ?? project) == project }
  }

  /// Returns the project's state after its last reset, and the number of the first request since.
  func atReset() throws -> (start: Recording.Start, first: UInt64) {
    let (entries, isWhole) = services.log.kept
    var warnings: [String] = []
    if !services.startUpSeeds.isEmpty {
      warnings.append(
        "What the start sets up with --seed is not part of the scenario's seed. Add it, or begin the "
          + "recording with since: now.")
    }
    let index = entries.lastIndex {
      $0.controlCall == "reset" && $0.status == .ok && $0.resets(project)
    }
    guard index != nil || isWhole && services.facts.dataFile == nil else {
      throw ControlError.invalid(
        "since: the log has no reset of \(project), so what was there before its first request is "
          + "unknown. POST /emulator/v1/reset and repeat the requests, or begin with since: now.")
    }
    if index.map({ entries[$0].controlBody["to"] == "seed" }) ?? false {
      warnings.append("The reset put the seeds of the start back, and the scenario begins empty.")
    }
    let rest = index.map { entries[($0 + 1)...] } ?? entries[...]
    let start = Recording.Start(
      project: project, seed: newProject,
      apiKeys: [], clock: EmulatorClock.State(), at: rest.first?.time ?? services.clock.now,
      warnings: warnings)
    return (start, index.map { entries[$0].number + 1 } ?? 0)
  }

  private var newProject: JSONObject {
    ["settings": ["profile": .string(services.store.directory.profile.rawValue)]]
  }

  private func exported(
    _ known: Project, _ reader: ReadTransaction, _ warnings: inout [String]
  ) throws -> (JSONObject, [String]) {
    var export = ProjectExport(of: known, .plain)
    var text: [UInt8] = []
    while let piece = try export.next(reader) {
      text += piece
      guard text.count <= Self.longestSeed else {
        throw ControlError.invalid(
          "The project \(project) is too large to begin a scenario with: its seed has more than "
            + "\(Self.longestSeed >> 10) KB. Record in another project, or reset this one first.")
      }
    }
    let tree = try JSON(parsing: text)
    var seed = tree["projects"]?[project]?.object ?? JSONObject()
    // A key selects one project, and scenarios have other keys.
    let keys = seed["apiKeys"]?.array?.compactMap(\.string) ?? []
    seed["apiKeys"] = nil
    if seed["users"]?.array?.isEmpty == true { seed["users"] = nil }
    for issuer in tree["issuers"]?.object ?? JSONObject() {
      // The people that all projects share become people of the scenario's project.
      seed.add(people: issuer.value["accounts"]?.array ?? [], at: issuer.key)
      if issuer.value["options"] != nil {
        warnings.append(
          "The options of the issuer \(issuer.key) are not part of the scenario: they hold for all "
            + "projects. Add a step PATCH /emulator/v1/issuers/\(issuer.key).")
      }
    }
    return (seed, keys)
  }
}

extension JSONObject {
  /// Appends people of an issuer to the project's.
  mutating func add(people: [JSON], at issuer: String) {
    guard !people.isEmpty else { return }
    var all = self["people"]?.object ?? JSONObject()
    let own = all[issuer]?.array ?? []
    let subjects = own.compactMap { $0["sub"]?.string }
    all[issuer] = .array(
      own + people.filter { !subjects.contains($0["sub"]?.string ?? "") })
    self["people"] = .object(all)
  }
}
