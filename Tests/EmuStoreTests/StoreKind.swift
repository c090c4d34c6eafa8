import EmuModel
import EmuStore
import EmuTestTools

/// A suite whose tests have a store each.
class StoreSuite {
  let store: Store

  init() throws { store = try Store() }
}

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
  func check<Kept>(_ fill: (Store) throws -> Kept, _ look: (Store, Kept) throws -> Void) throws {
    try withPath { path in
      let first = try Store(at: self == .temporary ? nil : path)
      let kept = try fill(first)
      guard self == .reopened else {
        try look(first, kept)
        return try first.close()
      }
      try first.close()
      let second = try Store(at: path)
      try look(second, kept)
      try second.close()
    }
  }
}

/// Runs with the path of a data file in a temporary folder, which is deleted afterwards.
func withPath(_ body: (String) throws -> Void) throws {
  let folder = try TestFolder()
  defer { withExtendedLifetime(folder) {} }
  try body(folder.path("s.sqlite"))
}

let noon = Timestamp(seconds: 1_800_000_000)

extension Store {
  /// Creates a temporary store, or opens the file at a path.
  convenience init(at path: String?) throws(StoreError) {
    try self.init(path: path)
  }

  /// Returns the project of an id, and creates a missing one.
  func project(making id: String) throws -> Project {
    _ = try write { writer in try writer.insertProject(id) }
    return try project(id)
  }

  func scope(_ project: String = "p") throws -> AccountScope {
    AccountScope(project: try self.project(making: project), tenant: nil)
  }

  @discardableResult func add(_ users: User..., in scope: AccountScope) throws -> [User] {
    try write { writer in try users.map { try writer.insert($0, in: scope) } }
  }
}
