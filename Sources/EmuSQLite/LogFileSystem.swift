import CSQLite

/// A file system of SQLite's (https://sqlite.org/vfs.html) that writes what a commit adds to the log
/// with one system call.
///
/// SQLite itself makes two for each page, which are a third of what a commit costs. Every other file,
/// and all else about the log, is left to the file system beneath.
struct LogFileSystem {
  /// The name to open a connection with; nil for the file system beneath, where this one cannot be had.
  let name: String?

  /// - Parameter base: the name of the file system beneath; nil for the usual one.
  init(over base: String?) {
    name = base == nil ? Self.overUsual : Self.overNameless
  }

  private static let overUsual = register("auth-emulator", over: nil)
  private static let overNameless = register(
    "auth-emulator-nameless", over: NamelessFiles.fileSystem)

  /// Where the file system beneath stands behind our own.
  private static let baseOffset = MemoryLayout<sqlite3_vfs>.stride

  /// Adds a file system to those that SQLite has, for the life of the process.
  ///
  /// - Returns: its name; that of the one beneath where SQLite refuses it.
  private static func register(_ name: StaticString, over baseName: String?) -> String? {
    guard let base = sqlite3_vfs_find(baseName) else { return baseName }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: baseOffset + MemoryLayout<UnsafeMutablePointer<sqlite3_vfs>>.size, alignment: 16)
    (memory + baseOffset).storeBytes(of: base, as: UnsafeMutablePointer<sqlite3_vfs>.self)
    let system = memory.initializeMemory(as: sqlite3_vfs.self, to: base.pointee)
    system.pointee.pNext = nil
    system.pointee.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    system.pointee.szOsFile += Int32(LogFile.baseOffset)
    system.pointee.xOpen = { system, path, file, flags, outFlags in
      guard let system, let file else { return SQLITE_MISUSE }
      let base = (UnsafeRawPointer(system) + LogFileSystem.baseOffset)
        .load(as: UnsafeMutablePointer<sqlite3_vfs>.self)
      let isLog = flags & SQLITE_OPEN_WAL != 0
      let opened = isLog ? LogFile.base(of: file) : file
      let result = base.pointee.xOpen(base, path, opened, flags, outFlags)
      if isLog { LogFile.begin(file, isOpen: result == SQLITE_OK) }
      return result
    }
    guard sqlite3_vfs_register(system, 0) == SQLITE_OK else { return baseName }
    return "\(name)"
  }
}

/// What a connection has added to the log and not yet written.
///
/// SQLite adds a page as its header and its content. The last page of a commit says so in its header
/// (https://sqlite.org/fileformat2.html#walformat): with its content everything is written. Others can
/// see pages only after SQLite has announced that commit, which follows.
///
/// Only what continues the log is held back. Whatever is read, changed, measured or synced finds
/// everything written.
// Used by one thread at a time, that of its connection.
private final class LogFile {
  /// How much is held back at most, in bytes: 31 pages. SQLite's own file systems take no more than
  /// 128 KB at once.
  private static let limit = 31 * (headerSize + 4096)
  /// The length of a page's header, in bytes.
  private static let headerSize = 24

  private let base: UnsafeMutablePointer<sqlite3_file>
  private let held = UnsafeMutableRawPointer.allocate(byteCount: limit, alignment: 16)
  private var count = 0
  /// Where in the log what is held begins.
  private var start: Int64 = 0
  /// The end of all that was ever added since the log started over: before it, pages are changed.
  private var end: Int64 = 0
  private var isLastOfCommit = false

  private init(_ base: UnsafeMutablePointer<sqlite3_file>) { self.base = base }

  deinit { held.deallocate() }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
    if bytes.count == Self.headerSize {
      isLastOfCommit = bytes[4..<8].contains { $0 != 0 }
    }
    guard offset == end, offset > 0, bytes.count <= Self.limit, let first = bytes.baseAddress else {
      return writeAtOnce(bytes, at: offset)
    }
    if count + bytes.count > Self.limit {
      let result = writeHeld()
      guard result == SQLITE_OK else { return result }
    }
    if count == 0 { start = offset }
    (held + count).copyMemory(from: first, byteCount: bytes.count)
    count += bytes.count
    end = offset + Int64(bytes.count)
    return isLastOfCommit && bytes.count != Self.headerSize ? writeHeld() : SQLITE_OK
  }

  private func writeAtOnce(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
    let result = writeHeld()
    guard result == SQLITE_OK else { return result }
    // The log starts over with its own header.
    end = offset == 0 ? Int64(bytes.count) : max(end, offset + Int64(bytes.count))
    return methods.xWrite(base, bytes.baseAddress, Int32(bytes.count), offset)
  }

  /// What fails is given up: SQLite then undoes the transaction.
  private func writeHeld() -> Int32 {
    guard count > 0 else { return SQLITE_OK }
    defer { count = 0 }
    let result = methods.xWrite(base, held, Int32(count), start)
    if result != SQLITE_OK { end = start }
    return result
  }

  private func truncate(to size: Int64) -> Int32 {
    let result = writeHeld()
    guard result == SQLITE_OK else { return result }
    end = min(end, size)
    return methods.xTruncate(base, size)
  }

  private func close() -> Int32 {
    let result = writeHeld()
    let closed = methods.xClose(base)
    return result == SQLITE_OK ? closed : result
  }

  private var methods: sqlite3_io_methods { base.pointee.pMethods.pointee }
}

// MARK: - SQLite's side

extension LogFile {
  private typealias File = UnsafeMutablePointer<sqlite3_file>

  /// Where the file beneath stands in the memory that SQLite has for a file: behind its own part, and
  /// the object.
  static let baseOffset = MemoryLayout<sqlite3_file>.stride + 8

  static func base(of file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<
    sqlite3_file
  > {
    (UnsafeMutableRawPointer(file) + baseOffset).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// - Parameter isOpen: whether the file beneath could be opened; SQLite does not close one without methods.
  static func begin(_ file: UnsafeMutablePointer<sqlite3_file>, isOpen: Bool) {
    file.pointee.pMethods = isOpen ? UnsafePointer(methods) : nil
    guard isOpen else { return }
    let log = Unmanaged.passRetained(LogFile(base(of: file)))
    object(of: file).initialize(to: log)
  }

  private static func object(of file: File) -> UnsafeMutablePointer<Unmanaged<LogFile>> {
    (UnsafeMutableRawPointer(file) + MemoryLayout<sqlite3_file>.stride)
      .assumingMemoryBound(to: Unmanaged<LogFile>.self)
  }

  private static func log(_ file: File?) -> LogFile? {
    file.map { object(of: $0).pointee.takeUnretainedValue() }
  }

  /// Made once, for the life of the process.
  nonisolated(unsafe) private static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 1
    methods.xClose = { file in
      guard let file, let log = LogFile.log(file) else { return SQLITE_MISUSE }
      defer {
        file.pointee.pMethods = nil
        LogFile.object(of: file).pointee.release()
      }
      return log.close()
    }
    methods.xRead = { file, bytes, count, offset in
      guard let log = LogFile.log(file) else { return SQLITE_MISUSE }
      let result = log.writeHeld()
      return result == SQLITE_OK
        ? log.methods.xRead(log.base, bytes, count, offset) : result
    }
    methods.xWrite = { file, bytes, count, offset in
      guard let log = LogFile.log(file) else { return SQLITE_MISUSE }
      return log.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: offset)
    }
    methods.xTruncate = { file, size in
      LogFile.log(file)?.truncate(to: size) ?? SQLITE_MISUSE
    }
    methods.xSync = { file, flags in
      guard let log = LogFile.log(file) else { return SQLITE_MISUSE }
      let result = log.writeHeld()
      return result == SQLITE_OK ? log.methods.xSync(log.base, flags) : result
    }
    methods.xFileSize = { file, size in
      guard let log = LogFile.log(file) else { return SQLITE_MISUSE }
      let result = log.writeHeld()
      return result == SQLITE_OK ? log.methods.xFileSize(log.base, size) : result
    }
    methods.xLock = { file, level in
      LogFile.log(file).map { $0.methods.xLock($0.base, level) } ?? SQLITE_MISUSE
    }
    methods.xUnlock = { file, level in
      LogFile.log(file).map { $0.methods.xUnlock($0.base, level) } ?? SQLITE_MISUSE
    }
    methods.xCheckReservedLock = { file, result in
      LogFile.log(file).map { $0.methods.xCheckReservedLock($0.base, result) } ?? SQLITE_MISUSE
    }
    methods.xFileControl = { file, operation, argument in
      LogFile.log(file).map { $0.methods.xFileControl($0.base, operation, argument) }
        ?? SQLITE_MISUSE
    }
    methods.xSectorSize = { file in
      LogFile.log(file).map { $0.methods.xSectorSize($0.base) } ?? 4096
    }
    methods.xDeviceCharacteristics = { file in
      LogFile.log(file).map { $0.methods.xDeviceCharacteristics($0.base) } ?? 0
    }
    let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    pointer.initialize(to: methods)
    return pointer
  }()
}
