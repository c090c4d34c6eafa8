import EmuModel
import EmuStore
import EmuTestTools

/// The kinds of stores; a rule of one applies to all.
enum StoreKind: CaseIterable, CustomStringConvertible {
  case temporary, file, reopened

  var description: String {
    switch self {
    case .temporary: "a temporary store"
    case .file: "a file"
    case .reopened: "a file that was closed and opened again"
    }
  }

  /// Fills a store, and then checks its content.
  func check<Kept>(
    _ fill: (Store) throws -> Kept, _ look: (Store, Kept) throws -> Void
  ) throws {
    guard self != .temporary else {
      let store = try Store(Store.Configuration())
      defer { try? store.close() }
      return try look(store, fill(store))
    }
    try withFolder { folder in
      let path = folder + "/state.sqlite"
      var store = try Store(Store.Configuration(path: path))
      defer { try? store.close() }
      let kept = try fill(store)
      if self == .reopened {
        try store.close()
        store = try Store(Store.Configuration(path: path))
      }
      try look(store, kept)
    }
  }
}

/// Runs with a temporary folder, which is deleted afterwards.
func withFolder(_ body: (String) throws -> Void) throws {
  let folder = try TestFolder()
  defer { withExtendedLifetime(folder) {} }
  try body(folder.path(""))
}

/// A time for stamps.
let noon = Timestamp(seconds: 1_800_000_000)

extension Store {
  /// The scope of a project's own users.
  func scope(_ project: String = "p") throws -> AccountScope {
    AccountScope(project: try self.project(making: project), tenant: nil)
  }

  /// Stores users.
  @discardableResult
  func add(_ users: User..., in scope: AccountScope) throws -> [User] {
    try write { writer in try users.map { try writer.insert($0, in: scope) } }
  }
}
