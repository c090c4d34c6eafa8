import EmuTestTools
import Foundation
import Testing

@testable import EmuServer

/// Files with secrets that other users of the machine can access.
@Suite(.timeLimit(.minutes(2))) struct `Files that others can use` {
  @Test(
    arguments: [
      (1000, 0o100600, LocalFile.secret, nil), (1000, 0o100644, LocalFile.reliable, nil),
      (1000, 0o100700, LocalFile.secret, nil),
      (1000, 0o100640, LocalFile.secret, "others can read it: its mode is 0640"),
      (1000, 0o100604, LocalFile.secret, "others can read it: its mode is 0604"),
      (1000, 0o100622, LocalFile.reliable, "others can change it: its mode is 0622"),
      (1000, 0o100602, LocalFile.secret, "others can change it: its mode is 0602"),
      (0, 0o100600, LocalFile.secret, "it belongs to user 0, and this is user 1000"),
      (1001, 0o100600, 0, "it belongs to user 1001, and this is user 1000"),
    ] as [(UInt32, UInt32, UInt32, String?)])
  func `a file is exposed by its owner and its permissions`(
    _ owner: UInt32, _ mode: UInt32, _ forbidden: UInt32, _ reason: String?
  ) {
    #expect(
      LocalFile.exposure(owner: owner, mode: mode, user: 1000, forbidden: forbidden) == reason)
  }

  @Test func `a data file that others can read is used with a warning, and doctor notes it`() throws
  {
    let workspace = try Workspace()
    let flags = ["--port", "0", "--data", "x.sqlite"]
    let (first, _) = try Invocation.start(["--data", "x.sqlite"], in: workspace)
    #expect(try first.stop() == 0)
    #expect(!first.errors.contains("0600"))
    try workspace.setMode("x.sqlite", 0o644)
    let (run, _) = try Invocation.start(["--data", "x.sqlite"], in: workspace)
    #expect(
      run.errors.contains(
        "The data file x.sqlite holds passwords and signing keys, and others can read it: its mode "
          + "is 0644. Make it this user's own with mode 0600."), "\(run.errors)")
    #expect(try run.stop() == 0)
    let doctor = try Invocation(["doctor"] + flags, in: workspace)
    #expect(try doctor.exitCode() == 0)
    #expect(doctor.output.contains("others can read it"), "\(doctor.output)")
    let clock = try Invocation(["users", "--data", "x.sqlite"], in: workspace)
    #expect(try clock.exitCode() == 1)
  }

  @Test(.needs("openssl")) func `a key of the user's that others can read is used with a warning`()
    throws
  {
    let workspace = try Workspace()
    try OpenSSL.certificate("own", OpenSSL.keys[0], in: workspace.url)
    try workspace.setMode("own-key.pem", 0o640)
    let (run, _) = try Invocation.start(
      ["--ephemeral", "--tls-port", "0", "--tls-cert", "own.pem", "--tls-key", "own-key.pem"],
      in: workspace)
    #expect(
      run.errors.contains(
        "The private key own-key.pem is the server's, and others can read it: its mode is 0640."),
      "\(run.errors)")
    #expect(try run.stop() == 0)
  }

  @Test func `a CA whose key others can read is rejected with both remedies`() throws {
    let workspace = try Workspace()
    let (first, _) = try Invocation.start(["--ephemeral", "--tls-port", "0"], in: workspace)
    #expect(try first.stop() == 0)
    try workspace.setMode(".auth-emulator/ca-key.pem", 0o644)
    let run = try Invocation(
      ["start", "--ephemeral", "--port", "0", "--tls-port", "0"], in: workspace)
    #expect(try run.exitCode() == 1)
    #expect(run.output == "")
    for words in [
      "ca-key.pem is not used (others can read it: its mode is 0644)", "Remove ", "mode 0600",
    ] {
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }
}
