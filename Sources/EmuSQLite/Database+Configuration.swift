extension Database {
  package struct Configuration: Sendable {
    package var location: Location
    package var synchronous: Synchronous

    /// The maximum number of idle read connections kept for reuse; concurrent reads open more.
    package var readerLimit = 8

    /// The time without writes after which the writer releases its page cache.
    package var quiet: Duration

    /// The time in which reads continue an earlier transaction, while nothing was written here. After it
    /// they see the changes of other programs.
    package var readReuse: Duration

    package init(
      location: Location, synchronous: Synchronous = .normal, quiet: Duration = .seconds(1),
      readReuse: Duration = .milliseconds(50)
    ) {
      self.location = location
      self.synchronous = synchronous
      self.quiet = quiet
      self.readReuse = readReuse
    }
  }

  package enum Location: Sendable, Hashable {
    /// A permanent file; created with mode 0600 in an existing folder.
    case file(String)
    /// A file without a name, in the system's temporary folder. It is deleted with the process,
    /// even after a crash. Never synced.
    case temporary
  }

  /// The durability of a commit before it is acknowledged.
  ///
  /// Only `off` can lose consistency: https://sqlite.org/pragma.html#pragma_synchronous
  package enum Synchronous: String, Sendable, Hashable {
    /// A crash of the process loses nothing; loss of power may lose the last commits.
    case normal = "NORMAL"
    /// Loss of power loses nothing.
    case full = "FULL"
    /// Loss of power may leave a damaged file.
    case off = "OFF"
  }
}
