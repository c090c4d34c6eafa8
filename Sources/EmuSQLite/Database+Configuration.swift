extension Database {
  package struct Configuration: Sendable {
    package var location: Location
    /// True when every commit to a named file waits for the disk, so that loss of power loses nothing.
    /// Otherwise it may lose the last commits, and a crash of the process loses nothing.
    package var syncsEveryCommit: Bool

    /// The time without writes after which the writer releases its page cache.
    package var quiet: Duration

    /// The time in which reads continue an earlier transaction, while nothing was written here. After it
    /// they see the changes of other programs.
    package var readReuse: Duration

    package init(
      location: Location, syncsEveryCommit: Bool = false, quiet: Duration = .seconds(1),
      readReuse: Duration = .milliseconds(50)
    ) {
      self.location = location
      self.syncsEveryCommit = syncsEveryCommit
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
}
