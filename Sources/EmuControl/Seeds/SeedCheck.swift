internal import EmuProviders
internal import EmuThread

/// Checks the users of a long seed on a separate thread, while another one reads them.
final class SeedCheck {
  /// The number of users in a slice. It is small, because several slices may wait, and users may be
  /// long.
  private static let slice = 25

  private struct Slice: Sendable {
    var project: String
    var documents: [UserDocument] = []
  }

  private let pipe = Pipe<Slice>()
  /// True if every user is valid and no two have the same unique value; nil until all are checked.
  private let outcome = Monitor<Bool?>(nil)
  private var next = Slice(project: "")

  init(_ providers: ProviderRegistry) throws {
    try SystemThread { [pipe, outcome] in
      let isGood = Self.areGood(pipe, providers)
      pipe.close()
      outcome.update { $0 = isGood }
    }.detach()
  }

  /// Adds the next user.
  ///
  /// - Returns: false if an earlier one is invalid.
  func take(_ document: UserDocument, _ project: String) -> Bool {
    if next.documents.count == Self.slice || next.project != project {
      guard pipe.put(next) else { return false }
      next = Slice(project: project)
      next.documents.reserveCapacity(Self.slice)
    }
    next.documents.append(document)
    return true
  }

  /// Waits until all users are checked.
  ///
  /// - Returns: true if every user is valid and no two have the same unique value.
  @discardableResult
  func finish() -> Bool {
    _ = pipe.put(next)
    next.documents = []
    pipe.finish()
    return outcome.wait(until: { $0 != nil }, then: { $0 == true })
  }

  private static func areGood(_ pipe: Pipe<Slice>, _ providers: ProviderRegistry) -> Bool {
    var claims = SeedClaims()
    while let slice = pipe.take() {
      for document in slice.documents {
        do throws(SeedUser.Problem) {
          // The index is irrelevant: another pass determines the error's path.
          let user = try SeedUser(document, index: 0)
          try user.checkProviders(providers)
          guard claims.take(user, slice.project) else { return false }
        } catch {
          return false
        }
      }
    }
    return !claims.hasRepetition()
  }
}
