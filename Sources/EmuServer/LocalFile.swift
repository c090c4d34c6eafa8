internal import EmuSystem

/// Reads and writes complete files.
///
/// With the C library: Foundation's `Data` would increase the binary by half.
package enum LocalFile {
  /// A failed system call, or a rejected file.
  package struct Failure: Error {
    package let number: Int32
    /// The system's words for it, or ours.
    package let reason: String

    package init(number: Int32) {
      self.number = number
      // strerror(3) returns a text of the C library, copied immediately.
      reason = unsafe String(cString: strerror(number))
    }

    package init(reason: String) { (number, self.reason) = (0, reason) }

    package var isMissing: Bool { number == ENOENT }
    /// The next step where the file was named by a person, as a sentence.
    package var nextStep: String {
      hasBadText ? "Correct it there." : "Name another file."
    }
    /// True when the file was read, and its text has a fault.
    package private(set) var hasBadText = false

    /// Creates the failure of a text, whose reason has the line and the column.
    init(inText reason: String) {
      self.init(reason: reason)
      hasBadText = true
    }

    /// To other programs `-` is their standard output, so that a file of that name is a mistake.
    static let standardOutput = Failure(
      reason: "standard output is not supported, and ./- is a file of that name")

    /// True when the file was rejected because of its kind or owner.
    var isRefusal: Bool { number == 0 }
  }

  /// Returns the content of a file. Content beyond the limit may be omitted, but the result exceeds
  /// the limit then.
  package static func bytes(at path: String, limit: Int) throws(Failure) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(number: errno) }
    defer { close(file) }
    return try bytes(of: file, limit: limit)
  }

  static func bytes(of file: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var content: [UInt8] = []
    while true {
      var count = 0
      // read(2) fills at most the given capacity.
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
        count = unsafe read(file, buffer.baseAddress, buffer.count)
        filled = max(0, count)
      }
      guard count >= 0 else { throw Failure(number: errno) }
      if count == 0 { return content }
      content += chunk
      guard content.count <= limit else { return content }
    }
  }

  /// Creates a file that only its owner can read; an existing one is a failure.
  ///
  /// After a failure no partial file remains.
  static func create(_ path: String, _ text: String) throws(Failure) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(number: errno) }
    defer { close(file) }
    do throws(Failure) {
      try checkSecret(file)
      try put(Array(text.utf8), to: file)
      guard fsync(file) == 0 else { throw Failure(number: errno) }
    } catch {
      remove(path)
      throw error
    }
  }

  /// Writes a file that only its owner can read, replacing an existing one atomically: readers get
  /// the old content or the new one.
  ///
  /// - Parameter syncs: true when it must survive a loss of power.
  package static func replace(
    _ path: String, with bytes: [UInt8], syncs: Bool = true
  ) throws(Failure) {
    let draft = try FileDraft(of: path)
    try draft.append(bytes)
    try draft.publish(syncs: syncs)
  }

  /// Writes everything to an open file.
  package static func put(_ bytes: [UInt8], to file: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The bytes are only read, and only during the call: write(2).
      let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another process has made a shared pipe or terminal non-blocking: poll(2).
        var request = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
      } else if errno != EINTR {
        throw Failure(number: errno)
      }
    }
  }

  package static func exists(_ path: String) -> Bool {
    // access(2) reads the path only while it runs.
    unsafe access(path, F_OK) == 0
  }

  package static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Calls `body` while no other process runs this for the same folder.
  ///
  /// - Parameter body: receives the folder's absolute path.
  static func withLock<T, E: Error>(
    on folder: String, failing: (Failure) -> E, _ body: (String) throws(E) -> T
  ) throws(E) -> T {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failing(Failure(number: errno)) }
    // Closing it releases the lock as well: flock(2).
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      // File systems without locks have no concurrent process either.
      guard errno == EINTR else { break }
    }
    return try body(absolute(folder))
  }

  /// Returns the path from the root, without links; the path itself where there is no such file.
  package static func absolute(_ folder: String) -> String {
    // realpath(3) allocates the text, which is copied and then freed.
    guard let path = unsafe realpath(folder, nil) else { return folder }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
