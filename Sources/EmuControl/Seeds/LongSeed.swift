internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// Reads a seed document that is too long for memory.
///
/// Its users are read one by one and only checked. Their positions are kept, and they are read
/// again to be stored. The rest of the document is small, and parsed as a document without users.
///
/// The first pass reads all but the users, the second checks each user, and the values that must be
/// unique are compared in as many passes as their memory allows (`Repetitions`).
struct LongSeed {
  private static let arrays: [[String?]] = [["projects", nil, "users"]]

  private let body: any StoredBody

  init(_ body: any StoredBody) { self.body = body }

  /// Returns the document without its users.
  ///
  /// - Throws: `JSONError`; the error of an unreadable body.
  func skeleton() throws -> JSON {
    var reader = reader()
    while try reader.skip() {}
    return try reader.skeleton()
  }

  /// Checks the users of every project, each alone and against the earlier ones.
  ///
  /// - Parameter projects: the projects of the skeleton.
  ///
  /// - Returns: the positions of each project's users.
  func users(of projects: [ProjectSeed]) throws -> [String: SeedUsers] {
    let projects = Dictionary(uniqueKeysWithValues: projects.map { ($0.id, $0) })
    var ranges: [String: Range<Int>] = [:]
    var repetitions = Repetitions()
    repeat {
      var reader = reader()
      var number = 0
      while let element = try reader.nextUser() {
        guard let project = projects[reader.path[1]] else { continue }
        if repetitions.isFirstRun {
          let start = (ranges[project.id] ?? element.range).lowerBound
          ranges[project.id] = start..<element.range.upperBound
        }
        let user = try project.user(element.document, index: element.index)
        for claim in user.claims(in: project) {
          repetitions.take("\(project.id) \(claim.key)", kind: 0, at: number)
        }
        number += 1
      }
    } while repetitions.beginNextRun()
    if let found = repetitions.first(ofKind: 0) {
      throw try contradiction(found, projects)
    }
    return ranges.mapValues { SeedUsers(in: body, at: $0) }
  }

  /// Returns the error of two users with the same value.
  private func contradiction(
    _ found: Repetitions.Found, _ projects: [String: ProjectSeed]
  ) throws -> SeedError {
    var reader = reader()
    var first: SeedUser?
    while let element = try reader.nextUser() {
      guard let project = projects[reader.path[1]] else { continue }
      let user = try project.user(element.document, index: element.index)
      for claim in user.claims(in: project) where "\(project.id) \(claim.key)" == found.name {
        guard let other = first else {
          first = user
          continue
        }
        return project.repetition(of: claim, user, as: other.index)
      }
    }
    return SeedError(path: "", message: "two users are the same: \(found.name)")
  }

  private func reader() -> JSONElementReader {
    JSONElementReader(
      arrays: Self.arrays, options: Seed.options, limit: Seed.restLimit,
      readingChunks: body.pieces())
  }
}
