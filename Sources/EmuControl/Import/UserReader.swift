internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// Converts the users of a file, outside any transaction.
struct UserReader {
  /// A user to store, or the reason against it.
  struct Item: Sendable {
    /// Nil if the rest of the file cannot be read.
    var location: ImportLocation?
    var user: Result<NewUser, SeedUser.Problem>
    /// Fields of the user that its format does not define.
    var unknownFields: [String] = []
    /// True for a user whose password hash was omitted.
    var hasLostPassword = false
    /// The text of the user in an export folder; nil in other formats.
    var record: String?

    /// Returns the item of a file whose rest cannot be read.
    static func fault(_ fault: ImportFault) -> Item {
      Item(location: nil, user: .failure(SeedUser.Problem("", fault.message, .unreadable)))
    }
  }

  /// A user with its tenant.
  struct NewUser: Sendable {
    /// Set only for an import in parts, which searches for existing users.
    var seed: SeedUser?
    var user: User
    var tenantID: String?
  }

  let seeder: Seeder
  let options: ImportOptions
  let now: Timestamp

  /// Converts a user.
  func read(_ source: SourceUser) -> Item {
    do throws(SeedUser.Problem) {
      var hasLostPassword = false
      let seed = try seed(source, &hasLostPassword)
      let new = NewUser(
        seed: options.continues ? seed : nil, user: seeder.newUser(seed, at: now),
        tenantID: seed.document.tenantId)
      return Item(
        location: source.location, user: .success(new), unknownFields: source.unknownFields,
        hasLostPassword: hasLostPassword, record: hasLostPassword ? nil : source.record)
    } catch {
      return Item(location: source.location, user: .failure(error))
    }
  }

  private func seed(
    _ source: SourceUser, _ hasLostPassword: inout Bool
  ) throws(SeedUser.Problem) -> SeedUser {
    var document = try source.document.get()
    document.tenantId = try tenant(of: document, source)
    if document.passwordHash != nil, document.hash == nil, !document.hasClearPassword {
      if let hash = options.hash {
        document.hash = hash
      } else if options.dropsUnknownHashes {
        (document.passwordHash, document.salt) = (nil, nil)
        hasLostPassword = true
      } else {
        throw SeedUser.Problem(
          "passwordHash", "the file does not say how the hash was made; a hashAlgorithm is needed",
          .missingHashAlgorithm)
      }
    }
    return try SeedUser(document, index: source.location.number)
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
