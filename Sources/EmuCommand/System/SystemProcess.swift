import EmuServer
import EmuSystem

/// A process of this machine, as the system describes it.
struct SystemProcess: Sendable, Hashable {
  let parent: pid_t
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
      // proc_pid_stat(5): `NUMBER (NAME) STATE PARENT …`, where the name may contain any text.
      var facts = stat()
      // stat(2) writes a variable of ours.
      guard unsafe stat("/proc/\(pid)", &facts) == 0,
        let bytes = try? LocalFile.bytes(at: "/proc/\(pid)/stat", limit: 4096),
        let begin = bytes.firstIndex(of: UInt8(ascii: "(")),
        let end = bytes.lastIndex(of: UInt8(ascii: ")")), end + 2 < bytes.count
      else { return nil }
      owner = facts.st_uid
      name = String(decoding: bytes[(begin + 1)..<end], as: UTF8.self)
      let fields = String(decoding: bytes[(end + 2)...], as: UTF8.self).split(separator: " ")
      isZombie = ["Z", "X"].contains(fields[0])
      parent = fields.count > 1 ? pid_t(fields[1]) ?? 0 : 0
    #else
      var facts = proc_bsdinfo()
      let size = Int32(MemoryLayout<proc_bsdinfo>.size)
      // proc_pidinfo of libproc.h fills the one structure; less where there is no such process.
      guard unsafe proc_pidinfo(pid, PROC_PIDTBSDINFO, 0, &facts, size) == size else { return nil }
      parent = pid_t(facts.pbi_ppid)
      owner = facts.pbi_uid
      isZombie = facts.pbi_status == UInt32(SZOMB)
      name = unsafe withUnsafeBytes(of: facts.pbi_comm) { text in
        unsafe String(decoding: text.prefix(15).prefix { $0 != 0 }, as: UTF8.self)
      }
    #endif
  }

  /// Kills a process, and those that it has started directly and through others.
  ///
  /// Each is stopped before its children are looked for, so that it starts no more.
  static func killTree(of root: pid_t) {
    var found = [root]
    var next = 0
    while next < found.count {
      kill(found[next], SIGSTOP)
      found += all.filter { SystemProcess($0)?.parent == found[next] }
      next += 1
    }
    for pid in found { kill(pid, SIGKILL) }
  }

  /// The ids of the processes of this machine.
  private static var all: [pid_t] {
    #if os(Linux)
      (LocalFolder.names(in: "/proc") ?? []).compactMap { pid_t($0) }
    #else
      // proc_listallpids of libproc.h fills at most the given bytes, and returns the number of ids.
      var pids = [pid_t](repeating: 0, count: 1 << 16)
      let bytes = Int32(pids.count * MemoryLayout<pid_t>.size)
      let count = unsafe proc_listallpids(&pids, bytes)
      return Array(pids.prefix(max(0, Int(count))))
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
