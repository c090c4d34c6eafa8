internal import EmuModel

/// Finds conflicting accounts within one import. Any conflict rejects the whole import.
struct DuplicateCheck {
  /// The values that must be unique, in the order in which production reports them.
  enum Kind: CaseIterable {
    /// Without this check the later of two accounts would overwrite the earlier.
    case id
    case email
    case identity
  }

  private let kinds: [Kind]
  /// A hash of each value, which takes a third of the memory of a short value. Of ten million, two
  /// different ones have the same hash with a probability of one to 370,000.
  private var hashes: Set<Int> = []
  private var found: [Kind: String] = [:]

  init(_ input: BatchCreateRequest, in context: OperationContext) {
    var kinds: [Kind] = []
    if input.allowOverwrite != true, !context.rules.overwritesImports { kinds.append(.id) }
    if input.sanityCheck == true {
      if !context.project.allowsDuplicateEmails { kinds.append(.email) }
      kinds.append(.identity)
    }
    self.kinds = kinds
  }

  /// Compares one more account with the earlier ones.
  mutating func compare(_ user: UserInfo) {
    for kind in kinds where found[kind] == nil {
      found[kind] = kind.names(of: user).first { name in
        var hasher = Hasher()
        hasher.combine(kind)
        // Bytes, as the store compares them.
        hasher.combine(Array(name.utf8))
        return !hashes.insert(hasher.finalize()).inserted
      }
    }
  }

  /// - Throws: `DUPLICATE_LOCAL_ID`, `DUPLICATE_EMAIL`, `DUPLICATE_RAW_ID`, each with the first
  ///   repeated value.
  func check(in context: OperationContext) throws(APIError) {
    for kind in Kind.allCases {
      guard let name = found[kind] else { continue }
      switch kind {
      case .id:
        context.explainImportedID()
        throw .duplicateLocalID(name)
      case .email: throw APIError("DUPLICATE_EMAIL", detail: name)
      case .identity: throw APIError("DUPLICATE_RAW_ID", detail: name)
      }
    }
  }
}

extension DuplicateCheck.Kind {
  /// Returns the values of an account that must be unique.
  fileprivate func names(of user: UserInfo) -> [String] {
    switch self {
    case .id: user.localId.given.map { [$0] } ?? []
    case .email: user.email.given.map { [EmailAddress.canonical($0)] } ?? []
    case .identity:
      (user.providerUserInfo ?? []).compactMap { provider in
        guard let id = provider.providerId, let rawID = provider.identity,
          id != User.passwordProvider, id != User.phoneProvider
        else { return nil }
        return "Provider id(\(id)), Raw id(\(rawID))"
      }
    }
  }
}
