import EmuTestTools
import Foundation
import Testing

@testable import EmuServer

/// Files with secrets that other users of the machine can access.
@Suite(.timeLimit(.minutes(2))) final class `Files that others can use`: WorkspaceSuite {
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
  func `a file is exposed by its mode`(
    _ owner: UInt32, _ mode: UInt32, _ forbidden: UInt32, _ reason: String?
  ) {
    #expect(
      LocalFile.exposure(owner: owner, mode: mode, user: 1000, forbidden: forbidden) == reason)
  }

  @Test func `a data file that others can read has a warning of start and doctor`() throws {
    #expect(try !workspace.serve("--data x.sqlite").contains("0600"))
    try workspace.setMode("x.sqlite", 0o644)
    let errors = try workspace.serve("--data x.sqlite")
    #expect(
      errors.contains(
        "The data file x.sqlite holds passwords and signing keys, and others can read it: its mode "
          + "is 0644. Make it this user's own with mode 0600."), "\(errors)")
    let doctor = try workspace.run("doctor --port 0 --data x.sqlite").output
    #expect(doctor.contains("others can read it"), "\(doctor)")
    try workspace.run("users --data x.sqlite", code: 1)
  }

  @Test(.needs("openssl")) func `a key that others can read is used with a warning`() throws {
    try OpenSSL.certificate("own", OpenSSL.keys[0], in: workspace.url)
    try workspace.setMode("own-key.pem", 0o640)
    let errors = try workspace.serve(
      "--ephemeral --tls-port 0 --tls-cert own.pem --tls-key own-key.pem")
    #expect(
      errors.contains(
        "The private key own-key.pem is the server's, and others can read it: its mode is 0640."),
      "\(errors)")
  }
}
