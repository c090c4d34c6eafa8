import EmuServer
import EmuSystem

extension SystemProcess {
  /// The numbers of the emulators of this user that run on this machine, in their order.
  static var emulators: [pid_t] {
    numbers.filter { SystemProcess($0)?.isOwnEmulator == true }.sorted()
  }

  private static var numbers: [pid_t] {
    #if os(Linux)
      (LocalFolder.names(in: "/proc") ?? []).compactMap(pid_t.init)
    #else
      // proc_listallpids of libproc.h fills at most the given bytes, and returns the count of numbers.
      var numbers = [pid_t](repeating: 0, count: Int(proc_listallpids(nil, 0)) + 64)
      let size = Int32(numbers.count * MemoryLayout<pid_t>.stride)
      let count = unsafe proc_listallpids(&numbers, size)
      return Array(numbers.prefix(Int(max(0, count))))
    #endif
  }

  /// Returns the addresses at which a process of this user listens for TCP, as authorities of URLs such
  /// as `127.0.0.1:9099`.
  static func listeningAddresses(of pid: pid_t) -> [String] {
    #if os(Linux)
      // proc_pid_fd(5): a link for each descriptor.
      let folder = "/proc/\(pid)/fd"
      let sockets = Set(
        (LocalFolder.names(in: folder) ?? []).compactMap { socket("\(folder)/\($0)") })
      return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { table -> [String] in
        let rows = (try? LocalFile.bytes(at: table, limit: 1 << 26)) ?? []
        return rows.split(separator: UInt8(ascii: "\n")).compactMap { row in
          // proc_pid_net(5): number, local address, remote address, state (0A listens), …, inode.
          let fields = row.split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self)
          }
          guard fields.count > 9, fields[3] == "0A", ino_t(fields[9]).map(sockets.contains) == true,
            let colon = fields[1].firstIndex(of: ":"),
            let port = UInt16(fields[1][colon...].dropFirst(), radix: 16)
          else { return nil }
          return authority(hexadecimal: fields[1][..<colon], port: port)
        }
      }
    #else
      // proc_pidinfo and proc_pidfdinfo of libproc.h fill at most the given bytes, and return how many.
      let stride = MemoryLayout<proc_fdinfo>.stride
      let needed = proc_pidinfo(pid, PROC_PIDLISTFDS, 0, nil, 0)
      var files = [proc_fdinfo](repeating: proc_fdinfo(), count: Int(max(0, needed)) / stride)
      let filled = unsafe proc_pidinfo(pid, PROC_PIDLISTFDS, 0, &files, Int32(files.count * stride))
      return files.prefix(Int(max(0, filled)) / stride).compactMap { file in
        var socket = socket_fdinfo()
        let size = Int32(MemoryLayout<socket_fdinfo>.size)
        guard file.proc_fdtype == UInt32(PROX_FDTYPE_SOCKET),
          unsafe proc_pidfdinfo(pid, file.proc_fd, PROC_PIDFDSOCKETINFO, &socket, size) == size,
          socket.psi.soi_kind == Int32(SOCKINFO_TCP)
        else { return nil }
        // The member of the union is the one of the kind.
        let tcp = unsafe socket.psi.soi_proto.pri_tcp
        guard tcp.tcpsi_state == TSI_S_LISTEN else { return nil }
        let local = tcp.tcpsi_ini
        let port = UInt16(bigEndian: UInt16(truncatingIfNeeded: local.insi_lport))
        return local.insi_vflag & UInt8(INI_IPV4) != 0
          ? unsafe authority(AF_INET, local.insi_laddr.ina_46.i46a_addr4, port: port)
          : unsafe authority(AF_INET6, local.insi_laddr.ina_6, port: port)
      }
    #endif
  }

  #if os(Linux)
    /// Returns the number of the socket that a link leads to; nil for another file.
    private static func socket(_ link: String) -> ino_t? {
      var facts = stat()
      // stat(2) writes a variable of ours.
      guard unsafe stat(link, &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK else { return nil }
      return facts.st_ino
    }

    /// - Parameter text: the four bytes of each word in the order of this machine.
    private static func authority(hexadecimal text: Substring, port: UInt16) -> String? {
      var words: [UInt32] = []
      var rest = text
      while !rest.isEmpty {
        guard let word = UInt32(rest.prefix(8), radix: 16) else { return nil }
        words.append(word)
        rest = rest.dropFirst(8)
      }
      return words.count == 1
        ? authority(AF_INET, words[0], port: port)
        : authority(AF_INET6, (words[0], words[1], words[2], words[3]), port: port)
    }
  #endif

  /// Returns `HOST:PORT`, with the address of this machine in place of every address.
  ///
  /// - Parameter address: the bytes in network order.
  private static func authority<Address>(
    _ family: Int32, _ address: Address, port: UInt16
  ) -> String? {
    // inet_ntop(3) reads an address of the family, and writes at most the given length.
    let text = unsafe withUnsafePointer(to: address) { address in
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) {
        text in
        unsafe inet_ntop(family, address, text.baseAddress, socklen_t(text.count))
          .map { unsafe String(cString: $0) }
      }
    }
    return switch text {
    case nil: nil
    case "0.0.0.0"?: "127.0.0.1:\(port)"
    case "::"?: "[::1]:\(port)"
    case let text?: family == AF_INET ? "\(text):\(port)" : "[\(text)]:\(port)"
    }
  }
}
