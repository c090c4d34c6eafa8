internal import EmuJSON

/// Encodes and decodes values that are stored as JSON text.
enum StoredJSON {
  static func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoding.encode(value), as: UTF8.self)
  }

  /// - Throws: `damaged`: only we write these texts.
  static func value<T: Decodable>(_ type: T.Type, from text: String) throws(StoreError) -> T {
    do {
      return try JSONDecoding.decode(type, from: Array(text.utf8))
    } catch {
      throw StoreError(
        code: .damaged, message: "The stored \(type) cannot be read: \(error.description)")
    }
  }
}
