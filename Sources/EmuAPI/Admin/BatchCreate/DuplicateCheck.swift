internal import EmuModel
internal import EmuWire

/// Finds accounts of one import that contradict each other; then none of them is stored.
struct DuplicateCheck {
  /// What no two accounts may share, in the order in which production complains.
  enum Kind: Int, CaseIterable {
    /// Without it the later of two accounts would overwrite the earlier.
    case id
    case email
    case identity
  }

  private let kinds: [Kind]
  private var repetitions = Repetitions()
  private var index = 0

  init(_ kinds: [Kind]) { self.kinds = kinds }

  /// What a request wants to have compared.
  static func kinds(of input: BatchCreateRequest, in context: OperationContext) -> DuplicateCheck {
    var kinds: [Kind] = []
    if input.allowOverwrite != true, !context.rules.overwritesImports { kinds.append(.id) }
    if input.sanityCheck == true {
      if !context.project.config.allowDuplicateEmails { kinds.append(.email) }
      kinds.append(.identity)
    }
    return DuplicateCheck(kinds)
  }

  /// Whether the accounts are gone through for the first time.
  var isFirstRun: Bool { repetitions.isFirstRun }

  /// Compares one more account with those before it.
  mutating func take(_ user: UserInfo) {
    for kind in kinds {
      for name in kind.names(of: user) {
        repetitions.take(name, kind: kind.rawValue, at: index)
      }
    }
    index += 1
  }

  /// Goes on with what was not compared yet.
  ///
  /// - Returns: whether there is any; the accounts then have to be taken again, from the first on.
  mutating func beginNextRun() -> Bool {
    index = 0
    return repetitions.beginNextRun()
  }

  /// - Throws: `DUPLICATE_LOCAL_ID`, `DUPLICATE_EMAIL`, `DUPLICATE_RAW_ID`, each with the first that is
  ///   repeated.
  func check() throws(APIError) {
    for kind in Kind.allCases {
      guard let name = repetitions.first(ofKind: kind.rawValue)?.name else { continue }
      switch kind {
      case .id: throw .duplicateImportedID(name)
      case .email: throw .duplicateEmail(name)
      case .identity: throw .duplicateRawID(name)
      }
    }
  }
}

extension DuplicateCheck.Kind {
  /// What an account claims of this kind.
  fileprivate func names(of user: UserInfo) -> [String] {
    switch self {
    case .id: ProfileInput.given(user.localId).map { [$0] } ?? []
    case .email: ProfileInput.given(user.email).map { [EmailAddress.canonical($0)] } ?? []
    case .identity:
      (user.providerUserInfo ?? []).compactMap { provider in
        guard let id = provider.providerId, let rawID = provider.rawId, id != "password",
          id != "phone"
        else { return nil }
        return "Provider id(\(id)), Raw id(\(rawID))"
      }
    }
  }
}
