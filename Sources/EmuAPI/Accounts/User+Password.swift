internal import EmuCrypto
internal import EmuModel

extension User {
  /// Gives the user a password that came in clear.
  mutating func setPassword(_ text: String, in context: OperationContext) {
    password = .clear(
      text, salt: "fakeSalt" + context.ids.alphanumeric(20), at: context.now)
  }
}
