extension Database {
  /// Where a database lives and how it is kept.
  package struct Configuration: Sendable {
    package var location: Location
    package var synchronous: Synchronous

    /// Idle read connections kept for reuse; more are opened while more threads read at once.
    package var readerLimit: Int

    /// How long no write comes before the writer gives up the pages that it keeps in memory.
    package var quiet: Duration

    /// How long reads begin with the snapshot of an earlier one, where nothing was written here since: the
    /// time after which they see what another program has written.
    package var snapshotUse: Duration

    package init(
      location: Location, synchronous: Synchronous = .normal, readerLimit: Int = 8,
      quiet: Duration = .seconds(1), snapshotUse: Duration = .milliseconds(50)
    ) {
      self.location = location
      self.synchronous = synchronous
      self.readerLimit = readerLimit
      self.quiet = quiet
      self.snapshotUse = snapshotUse
    }
  }

  /// Where the file is.
  package enum Location: Sendable, Hashable {
    /// A file that stays; created with mode 0600 in a folder that must exist.
    case file(String)
    /// A file without a name, in the system's temporary folder: however the process ends, nothing
    /// is left. Never synced.
    case temporary
  }

  /// How far a commit is forced to the disk before it is answered.
  ///
  /// No choice but `off` can lose consistency: https://sqlite.org/pragma.html#pragma_synchronous
  package enum Synchronous: String, Sendable, Hashable {
    /// The death of the process loses nothing; loss of power may lose the last commits.
    case normal = "NORMAL"
    /// Loss of power loses nothing.
    case full = "FULL"
    /// Loss of power may leave a damaged file.
    case off = "OFF"
  }
}
