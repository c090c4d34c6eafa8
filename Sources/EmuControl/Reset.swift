internal import EmuControlCalls
internal import EmuJOSE
internal import EmuModel
internal import EmuStore

struct ResetRequest: Decodable {
  /// All projects if absent.
  var projects: [String]?
  var to: Target?
  /// True to delete the signing keys too.
  var keys: Bool?

  enum Target: String, NamedChoice {
    case empty, seed
  }
}

extension Control {
  /// It is one transaction: concurrent reads see the store before or after it.
  func reset(_ call: ControlCall) throws -> ControlAnswer<EmptyAnswer> {
    let input = try call.input(ResetRequest.self)
    for id in input.projects ?? [] { try ControlError.check(project: id, "projects: ") }
    let projects = input.projects.map(Set.init)
    let parts: Seeder.Scope = input.to == .seed ? .everything : .setup
    let dropsKeys = input.keys == true
    let services = services
    return write { writer in
      try Self.empty(projects, services.store, writer)
      for seed in services.startUpSeeds {
        _ = try services.seeder.apply(seed, parts: parts, projects: projects, writer)
      }
      let clock = EmulatorClock.State()
      try writer.store(clock)
      if dropsKeys { try writer.deleteSigningKeys() }
      writer.afterCommit {
        services.clock.restore(clock)
        if dropsKeys { services.keys.removeAll() }
      }
      return EmptyAnswer()
    }
  }

  private static func empty(
    _ projects: Set<String>?, _ store: Store, _ writer: WriteTransaction
  ) throws {
    guard let projects else { return try writer.resetAll(in: store) }
    for id in projects.sorted() {
      let known = try writer.reader.project(id)
      if let known { try writer.reset(known, in: store) }
    }
  }
}
