internal import EmuSystem

// MARK: - Kinds

extension LocalFile {
  /// The kind of a path, without following a link at its end.
  package enum Kind: Sendable, Hashable {
    case file, folder, link, other

    /// The reason why this is neither replaced nor written to.
    package var refusal: String {
      switch self {
      case .file: "it is a file"
      case .folder: "it is a folder"
      case .link: "it is a symbolic link, which is not followed: name what it leads to"
      case .other: "it is neither a file nor a folder"
      }
    }
  }

  /// Returns the kind of a path; nil where nothing exists.
  package static func kind(of path: String) -> Kind? {
    var facts = stat()
    // lstat(2) writes a variable of ours.
    return unsafe lstat(path, &facts) == 0 ? kind(facts) : nil
  }

  private static func kind(_ facts: stat) -> Kind {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// Rejects a path that names anything but a file, and `-`.
  static func checkPlain(_ path: String) throws(Failure) {
    guard path != "-" else { throw .standardOutput }
    guard let kind = kind(of: path), kind != .file else { return }
    throw Failure(reason: kind.refusal)
  }

  // MARK: - Owners

  /// The permissions of others that a file of secrets must not have.
  package static let secret: UInt32 = 0o077
  /// The permissions of others that a trusted file must not have.
  package static let reliable: UInt32 = 0o022

  /// Returns the way in which others than this user can use a file; nil for none.
  ///
  /// - Parameter forbidden: the permissions to check.
  package static func exposure(
    owner: UInt32, mode: UInt32, user: UInt32, forbidden: UInt32
  ) -> String? {
    if owner != user { return "it belongs to user \(owner), and this is user \(user)" }
    guard mode & forbidden != 0 else { return nil }
    let verbs = mode & forbidden & 0o044 == 0 ? "change" : "read"
    return "others can \(verbs) it: its mode is 0\(String(mode & 0o777, radix: 8))"
  }

  /// Returns the way in which others than this user can use a file; nil for none, and for a missing
  /// file.
  package static func exposure(ofFileAt path: String, forbidden: UInt32 = secret) -> String? {
    var facts = stat()
    // stat(2) writes a variable of ours.
    return unsafe stat(path, &facts) == 0 ? exposure(facts, forbidden) : nil
  }

  private static func exposure(_ facts: stat, _ forbidden: UInt32) -> String? {
    exposure(
      owner: facts.st_uid, mode: UInt32(facts.st_mode), user: geteuid(), forbidden: forbidden)
  }

  /// Opens a file of this user, without following a link.
  ///
  /// - Parameter forbidden: the permissions that others must not have.
  /// - Throws: `Failure` also for a file of another user, and for anything but a file.
  static func openOwn(
    _ path: String, _ flags: Int32, forbidden: UInt32
  ) throws(Failure) -> Int32 {
    // A pipe at that path would block the call: open(2), "O_NONBLOCK".
    let file = unsafe open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw errno == ELOOP ? Failure(reason: Kind.link.refusal) : Failure(number: errno)
    }
    var facts = stat()
    // fstat(2) writes a variable of ours.
    guard unsafe fstat(file, &facts) == 0 else { throw closing(file, Failure(number: errno)) }
    let kind = kind(facts)
    guard kind == .file else { throw closing(file, Failure(reason: kind.refusal)) }
    if let reason = exposure(facts, forbidden) {
      throw closing(file, Failure(reason: reason))
    }
    return file
  }

  /// Opens a file of this user, or creates it, for appending.
  package static func openToAppend(_ path: String) throws(Failure) -> Int32 {
    try openOwn(path, O_WRONLY | O_APPEND | O_CREAT, forbidden: reliable)
  }

  /// Returns the content of a small file of this user.
  package static func ownBytes(
    at path: String, forbidden: UInt32 = reliable
  ) throws(Failure) -> [UInt8] {
    let file = try openOwn(path, O_RDONLY, forbidden: forbidden)
    defer { close(file) }
    return try bytes(of: file, limit: 1 << 20)
  }

  /// Rejects a new file that others can read, as on a file system without permissions.
  static func checkSecret(_ file: Int32) throws(Failure) {
    var facts = stat()
    // fstat(2) writes a variable of ours.
    guard unsafe fstat(file, &facts) == 0 else { throw Failure(number: errno) }
    guard let reason = exposure(facts, secret) else { return }
    throw Failure(reason: "this file system keeps no permissions; \(reason)")
  }

  private static func closing(_ file: Int32, _ failure: Failure) -> Failure {
    close(file)
    return failure
  }
}
