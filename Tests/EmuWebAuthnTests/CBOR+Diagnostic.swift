import EmuTestCBOR
import EmuWebAuthn

extension CBOR {
  /// The item in diagnostic notation (RFC 8949 §8), as the vectors are written.
  var diagnostic: String {
    switch self {
    case .unsigned(let value): "\(value)"
    case .negative(.max): "-18446744073709551616"
    case .negative(let value): "-\(value + 1)"
    case .bytes(let bytes):
      "h'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    case .text(let text):
      "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
    case .array(let items): "[" + items.map(\.diagnostic).joined(separator: ", ") + "]"
    case .map(let pairs):
      "{"
        + pairs.sorted { $0.key.encoded.lexicographicallyPrecedes($1.key.encoded) }
        .map { "\($0.key.diagnostic): \($0.value.diagnostic)" }.joined(separator: ", ") + "}"
    case .bool(let value): "\(value)"
    case .null: "null"
    }
  }
}
