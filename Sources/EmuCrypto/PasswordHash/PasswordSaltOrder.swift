/// The order of password and salt in the hashed text (`passwordHashOrder` on the wire).
package enum PasswordSaltOrder: Sendable, Hashable {
  /// `SALT_AND_PASSWORD`.
  case saltThenPassword
  /// `PASSWORD_AND_SALT`.
  case passwordThenSalt

  func join(password: [UInt8], salt: [UInt8]) -> [UInt8] {
    switch self {
    case .saltThenPassword: salt + password
    case .passwordThenSalt: password + salt
    }
  }
}
