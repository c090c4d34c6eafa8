internal import EmuProviders
internal import EmuThread

/// Checks the users of a long seed on a thread of its own, while another one reads them.
final class SeedCheck {
  /// How many users are handed over at once. Few, since several slices may wait, and users may be long.
  private static let slice = 25

  private struct Slice: Sendable {
    var project: String
    var documents: [UserDocument] = []
  }

  private let pipe = Pipe<Slice>()
  /// Whether every user is good and no two claim the same; nil until all were checked.
  private let outcome = Monitor<Bool?>(nil)
  private var next = Slice(project: "")

  init(_ providers: ProviderRegistry) throws {
    try SystemThread { [pipe, outcome] in
      let isGood = Self.areGood(pipe, providers)
      pipe.close()
      outcome.update { $0 = isGood }
    }.detach()
  }

  /// Takes the next user.
  ///
  /// - Returns: false when one before it was not good.
  func take(_ document: UserDocument, _ project: String) -> Bool {
    if next.documents.count == Self.slice || next.project != project {
      guard pipe.put(next) else { return false }
      next = Slice(project: project)
      next.documents.reserveCapacity(Self.slice)
    }
    next.documents.append(document)
    return true
  }

  /// Waits until all users were checked.
  ///
  /// - Returns: whether every user is good and no two claim the same.
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
          // The place is of no use here: who names it looks again.
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
