import EmuJSON

struct DoctorCheck: Sendable, Hashable {
  enum Status: String, Sendable {
    case ok
    /// Worth knowing, and no fault.
    case note
    case failed
  }

  var name: String
  var status: Status
  /// A sentence; of a fault it names the next step.
  var message: String
  /// The exit code when this is the only fault.
  var exitCode = ExitCode.failed

  static func ok(_ name: String, _ message: String) -> DoctorCheck {
    DoctorCheck(name: name, status: .ok, message: message)
  }

  static func note(_ name: String, _ message: String) -> DoctorCheck {
    DoctorCheck(name: name, status: .note, message: message)
  }

  static func failed(
    _ name: String, _ message: String, _ exitCode: ExitCode = .failed
  ) -> DoctorCheck {
    DoctorCheck(name: name, status: .failed, message: message, exitCode: exitCode)
  }
}

struct DoctorReport: Sendable {
  var checks: [DoctorCheck]
  /// The certificate that clients of https have to trust; nil without one.
  var caFile: String?

  /// 75 when only the port is at fault.
  var exitCode: ExitCode {
    let faults = checks.filter { $0.status == .failed }
    guard let first = faults.first else { return .ok }
    return faults.count == 1 ? first.exitCode : .failed
  }

  var text: TerminalText {
    let width = checks.map(\.name.count).max() ?? 0
    var lines = checks.map { check -> TerminalText in
      let gap = String(repeating: " ", count: width - check.name.count + 2)
      let status =
        check.status.rawValue + String(repeating: " ", count: 8 - check.status.rawValue.count)
      return "\(status)\(check.name)\(gap)\(check.message)"
    }
    if let caFile {
      lines += ["", "To trust https of this emulator:"]
      lines += TrustStep.all(caFile: caFile).flatMap {
        ["  \($0.platform)", "    \($0.step)"] as [TerminalText]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `{"ok":true,"checks":[{"name":…,"status":…,"message":…}],"trust":[{"platform":…,"step":…}]}`
  var json: JSON {
    let trust = caFile.map(TrustStep.all) ?? []
    return [
      "ok": .bool(exitCode == .ok),
      "checks": .array(
        checks.map { check in
          [
            "name": .string(check.name), "status": .string(check.status.rawValue),
            "message": .string(check.message),
          ]
        }),
      "caFile": caFile.map(JSON.string) ?? .null,
      "trust": .array(
        trust.map { ["platform": .string($0.platform), "step": .string($0.step)] }),
    ]
  }
}
