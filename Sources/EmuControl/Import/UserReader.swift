internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// Makes users of what a file has, outside any transaction.
struct UserReader {
  /// A user that can be stored, or why not.
  struct Item: Sendable {
    /// nil where the file breaks off.
    var place: ImportPlace?
    var user: Result<Content, SeedUser.Problem>

    /// What keeps the rest of a file from being read.
    static func fault(_ fault: ImportFault) -> Item {
      Item(place: nil, user: .failure(SeedUser.Problem("", fault.message)))
    }
  }

  enum Content: Sendable {
    /// The next of the rows beside the items, and its tenant.
    case rows(tenantID: String?)
    /// Apart, since items are moved often.
    indirect case user(NewUser)
  }

  /// Some users of a file.
  struct Slice: Sendable {
    var items: [Item] = []
    /// Those of them that are packed.
    var rows = UserRows()
  }

  /// A user with the tenant that it goes to.
  struct NewUser: Sendable {
    /// Only for an import in parts, which looks for users that are there.
    var seed: SeedUser?
    var user: User
    var tenantID: String?
  }

  let seeder: Seeder
  let providers: ProviderRegistry
  let options: ImportOptions
  let now: Timestamp

  /// Adds a user to a slice.
  ///
  /// - Parameter packs: whether it is stored without a look at other users: then its rows are enough.
  func read(_ source: SourceUser, into slice: inout Slice, packs: Bool) {
    let content: Content
    do throws(SeedUser.Problem) {
      let seed = try seed(source)
      let user = seeder.newUser(seed, at: now)
      let tenantID = seed.document.tenantId
      if packs {
        slice.rows.append(user)
        content = .rows(tenantID: tenantID)
      } else {
        content = .user(
          NewUser(seed: options.continues ? seed : nil, user: user, tenantID: tenantID))
      }
    } catch {
      slice.items.append(Item(place: source.place, user: .failure(error)))
      return
    }
    slice.items.append(Item(place: source.place, user: .success(content)))
  }

  private func seed(_ source: SourceUser) throws(SeedUser.Problem) -> SeedUser {
    var document = try source.document.get()
    document.tenantId = try tenant(of: document, source)
    if document.passwordHash != nil, document.hash == nil, !document.hasClearPassword {
      guard let hash = options.hash else {
        throw SeedUser.Problem(
          "passwordHash",
          "the file does not say how the hash was made; say it with --hash-algo, and --hash-key for SCRYPT and HMAC"
        )
      }
      document.hash = hash
    }
    let seed = try SeedUser(document, index: source.place.number)
    try seed.checkProviders(providers)
    return seed
  }

  private func tenant(
    of document: UserDocument, _ source: SourceUser
  ) throws(SeedUser.Problem) -> String? {
    let target = source.tenantID ?? options.tenant
    guard let own = document.tenantId else { return target }
    guard target == nil || target == own else {
      throw SeedUser.Problem(
        "tenantId", "the user belongs to the tenant \(own), and not to \(target ?? "")")
    }
    guard Project.isPlausible(id: own) else {
      throw SeedUser.Problem("tenantId", "a tenant id has letters, digits, hyphens and underscores")
    }
    return own
  }
}
