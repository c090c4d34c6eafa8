import EmuCrypto

/// The readable part of a token.
enum TokenText {
  static func decoded(_ segment: String) -> [UInt8] { Base64URL.decode(segment) ?? [] }
}
