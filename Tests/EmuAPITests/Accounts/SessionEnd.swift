import EmuServer
import EmuTestSupport
import Testing

/// An event that ends the sessions of a user whose password is `secret1`.
enum SessionEnd: String, CaseIterable, CustomTestStringConvertible {
  case ownPassword, ownAddress, passwordAdded, factorEnrolled, factorWithdrawn
  case passwordByCode, passwordByOldOne, addressByCode, addressTakenBack, factorTakenBack
  case passwordByAdministrator, passwordWithValidSince, addressByAdministrator
  case revocation, revocationOfALateRequest
  case takeover, overwritten, seed, anotherUserOfTheID

  var testDescription: String { rawValue }

  /// True if the call returns a new session to its caller.
  var renews: Bool {
    switch self {
    case .ownPassword, .ownAddress, .passwordAdded, .factorEnrolled, .factorWithdrawn, .takeover:
      true
    default: false
    }
  }

  /// Returns the user, who has just signed in.
  func user(_ emulator: TestEmulator) async throws -> SignedIn {
    switch self {
    case .passwordAdded: return try await emulator.signUpAnonymously()
    case .factorWithdrawn, .factorTakenBack:
      return try SignedIn(enrolled: await emulator.enrolPhone())
    case .factorEnrolled: return try await emulator.verifiedUser()
    case .addressTakenBack:
      let ada = try await emulator.signUp()
      return try SignedIn(await Self.ownAddress.end(ada, emulator))
    default: return try await emulator.signUp()
    }
  }

  func end(_ user: SignedIn, _ emulator: TestEmulator) async throws -> Reply {
    let idToken = JSON.string(user.idToken)
    switch self {
    case .ownPassword:
      return await emulator.update(user, ["password": "secret2", "returnSecureToken": true])
    case .ownAddress:
      return await emulator.update(user, ["email": "new@example.com", "returnSecureToken": true])
    case .passwordAdded:
      return await emulator.client(
        "accounts:signUp", as: user, ["email": "ada@example.com", "password": "secret1"])
    case .factorEnrolled:
      let proof = try await emulator.phoneVerification(idToken)
      return await emulator.client(
        "accounts/mfaEnrollment:finalize", as: user, ["phoneVerificationInfo": proof])
    case .factorWithdrawn:
      let id = user.firebase["second_factor_identifier"] ?? .null
      return await emulator.client(
        "accounts/mfaEnrollment:withdraw", as: user, ["mfaEnrollmentId": id])
    default: return try await endFromOutside(user, emulator)
    }
  }

  private func endFromOutside(_ user: SignedIn, _ emulator: TestEmulator) async throws -> Reply {
    let now = emulator.emulator.clock.now.seconds
    switch self {
    case .passwordByCode:
      let code = try await emulator.oobCode("PASSWORD_RESET", ["email": "ada@example.com"])
      return await emulator.setPassword(.string(code), "secret2")
    case .passwordByOldOne:
      return await emulator.client(
        "accounts:resetPassword",
        ["email": "ada@example.com", "oldPassword": "secret1", "newPassword": "secret2"])
    case .addressByCode:
      let code = try await emulator.oobCode(
        "VERIFY_AND_CHANGE_EMAIL",
        ["idToken": .string(user.idToken), "newEmail": "new@example.com"])
      return await emulator.apply(.string(code))
    case .addressTakenBack, .factorTakenBack:
      let code = await emulator.oobCodes().last?["oobCode"] ?? .null
      return await emulator.apply(code)
    case .passwordByAdministrator: return await emulator.change(user.uid, ["password": "secret2"])
    case .passwordWithValidSince:
      return await emulator.change(user.uid, ["password": "secret2", "validSince": "1000"])
    case .addressByAdministrator:
      return await emulator.change(user.uid, ["email": "new@example.com"])
    case .revocation: return await emulator.change(user.uid, ["validSince": .int(now)])
    case .revocationOfALateRequest:
      // Its second began before the one in which it arrives.
      emulator.advance(.seconds(1))
      return await emulator.change(user.uid, ["validSince": .string(String(now))])
    case .takeover:
      return await emulator.signIn("google.com", "g1", email: "ada@example.com")
    case .overwritten:
      let row: JSON = [
        "localId": .string(user.uid), "email": "ada@example.com", "rawPassword": "secret2",
        "validSince": .string(String(now)),
      ]
      return await emulator.batchCreate([row], ["allowOverwrite": true])
    case .seed:
      let users: JSON = [["localId": .string(user.uid), "password": "secret2"]]
      return await emulator.post(
        "/emulator/v1/seed", ["version": 1, "projects": ["demo-project": ["users": users]]])
    default:
      _ = await emulator.delete(user.uid)
      return await emulator.admin("accounts", ["localId": .string(user.uid)])
    }
  }
}

extension TestEmulator {
  /// Advances the clock by the second in which a session of production does not end.
  func passTheSecond(of profile: Profile) {
    if profile == .production { advance(.seconds(1)) }
  }
}

extension SignedIn {
  init(enrolled: Enrolled) throws {
    self.init(
      uid: enrolled.uid, idToken: try #require(enrolled.reply["idToken"]?.string),
      refreshToken: try #require(enrolled.reply["refreshToken"]?.string))
  }
}
