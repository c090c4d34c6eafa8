internal import EmuSystem
internal import EmuThread
/// The claim of this process on one database file, held until `release`.
///
/// The claim is an advisory lock (flock) on a descriptor of the file itself, which other programs
/// such as the sqlite3 shell ignore. POSIX drops every fcntl lock of a process on a file as soon as
/// the process closes any descriptor of it (close(2), fcntl(2) "Advisory record locking"), SQLite's
/// included. Hence two rules. `release` is called after every connection has been closed. No
/// descriptor is ever opened on a file that this process has claimed already, which the table of
/// claims ensures.
struct DatabaseFile: Sendable {
  /// The path by which SQLite opens the file.
  struct Place: Sendable {
    let path: String
    /// True for a file in a folder; a nameless one is opened through `UnlinkedFiles` only.
    let isNamed: Bool
  }

  /// The identity of a file, independent of its names.
  struct Identity: Hashable {
    let device: UInt64
    let file: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      file = UInt64(status.st_ino)
    }

    init?(ofFileAt path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status)
    }
  }

  private enum Claim: Sendable {
    case named(descriptor: Int32, Identity)
    /// No other process can open it.
    case nameless(UnlinkedFiles)
  }

  let place: Place
  private let claim: Claim

  private static let claimed = Monitor<Set<Identity>>([])

  /// Creates a missing file, and claims it.
  ///
  /// - Throws: `inUse`, `notADatabase`, `cannotOpen`, `readOnly`, `diskFull`.
  init(_ location: Database.Location) throws(DatabaseError) {
    switch location {
    case .file(let path):
      try self.init(claiming: path)
    case .temporary:
      self.init(try UnlinkedFiles())
    }
  }

  private init(_ files: UnlinkedFiles) {
    place = Place(path: files.path, isNamed: false)
    claim = .nameless(files)
  }

  private init(claiming path: String) throws(DatabaseError) {
    let claim = Self.claimed.withLock { claimed -> Result<(Int32, Identity), DatabaseError> in
      if let identity = Identity(ofFileAt: path), claimed.contains(identity) {
        return .failure(DatabaseError(.inUse, "\(path): is open in this process already"))
      }
      var descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if descriptor < 0 { return .failure(Self.failure(errno, path)) }
      var status = stat()
      fstat(descriptor, &status)
      // SQLite takes a file of one byte for an empty one, which it may overwrite (unixFileSize in its
      // os_unix.c).
      if status.st_size == 1 {
        close(descriptor)
        return .failure(DatabaseError(.notADatabase, "\(path): is not a database"))
      }
      #if canImport(Darwin)
        // There flock and fcntl locks conflict (fcntl(2)): the lock gets its own file.
        close(descriptor)
        descriptor = open(path + "-lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor < 0 { return .failure(Self.failure(errno, path)) }
      #endif
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let reason = errno
        close(descriptor)
        return .failure(Self.failure(reason, path))
      }
      claimed.insert(Identity(status))
      return .success((descriptor, Identity(status)))
    }
    let (descriptor, identity) = try claim.get()
    place = Place(path: path, isNamed: true)
    self.claim = .named(descriptor: descriptor, identity)
  }

  /// Releases the file; call it after every connection has been closed.
  func release() {
    switch claim {
    case .nameless(let files): files.release()
    case .named(let descriptor, let identity):
      Self.claimed.withLock { claimed in
        // Unlocked, not only closed: a child of this process before its exec still has a copy of
        // the descriptor, and with it the lock (flock(2)).
        flock(descriptor, LOCK_UN)
        close(descriptor)
        claimed.remove(identity)
      }
    }
  }

  static func failure(_ reason: Int32, _ path: String) -> DatabaseError {
    switch reason {
    case EWOULDBLOCK:
      DatabaseError(.inUse, "\(path): is open in another process")
    case ELOOP:
      DatabaseError(.cannotOpen, "\(path): is a symbolic link; name the file that it leads to")
    case ENOSPC, EDQUOT:
      DatabaseError(.diskFull, "\(path): \(String(cString: strerror(reason)))")
    case EROFS:
      DatabaseError(.readOnly, "\(path): \(String(cString: strerror(reason)))")
    default:
      DatabaseError(.cannotOpen, "\(path): \(String(cString: strerror(reason)))")
    }
  }
}
