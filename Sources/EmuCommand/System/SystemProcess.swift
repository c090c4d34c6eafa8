import EmuServer
import EmuSystem

/// A process of this machine, as the system describes it.
struct SystemProcess: Sendable, Hashable {
  let owner: uid_t
  /// The name of its program, cut to 15 bytes.
  let name: String
  /// True when it has ended, and its parent has not waited for it.
  let isZombie: Bool

  /// True for a running emulator of this user.
  var isOwnEmulator: Bool {
    !isZombie && owner == geteuid()
      && [SystemProcess(getpid())?.name, "auth-emulator"].contains(name)
  }

  init?(_ pid: pid_t) {
    #if os(Linux)
      // proc_pid_stat(5): `NUMBER (NAME) STATE …`, where the name may contain any text.
      var facts = stat()
      // stat(2) writes a variable of ours.
      guard unsafe stat("/proc/\(pid)", &facts) == 0,
        let bytes = try? LocalFile.bytes(at: "/proc/\(pid)/stat", limit: 4096),
        let begin = bytes.firstIndex(of: UInt8(ascii: "(")),
        let end = bytes.lastIndex(of: UInt8(ascii: ")")), end + 2 < bytes.count
      else { return nil }
      owner = facts.st_uid
      name = String(decoding: bytes[(begin + 1)..<end], as: UTF8.self)
      isZombie = [UInt8(ascii: "Z"), UInt8(ascii: "X")].contains(bytes[end + 2])
    #else
      var facts = proc_bsdinfo()
      let size = Int32(MemoryLayout<proc_bsdinfo>.size)
      // proc_pidinfo of libproc.h fills the one structure; less where there is no such process.
      guard unsafe proc_pidinfo(pid, PROC_PIDTBSDINFO, 0, &facts, size) == size else { return nil }
      owner = facts.pbi_uid
      isZombie = facts.pbi_status == UInt32(SZOMB)
      name = unsafe withUnsafeBytes(of: facts.pbi_comm) { text in
        unsafe String(decoding: text.prefix(15).prefix { $0 != 0 }, as: UTF8.self)
      }
    #endif
  }

  /// Waits until a process has ended; false when it has not after a while.
  static func waitForEnd(of pid: pid_t, atMost patience: Duration) -> Bool {
    let deadline = ContinuousClock.now + patience
    while let process = SystemProcess(pid), !process.isZombie {
      guard ContinuousClock.now < deadline else { return false }
      usleep(5000)
    }
    return true
  }
}
