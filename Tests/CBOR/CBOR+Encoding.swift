package import EmuWebAuthn

extension CBOR {
  /// The item in bytes: shortest heads, definite lengths, maps in the order of their keys' bytes.
  ///
  /// Only our own code creates encoded items, so their depth has no limit.
  package var encoded: [UInt8] {
    switch self {
    case .unsigned(let value): Self.head(0, value)
    case .negative(let value): Self.head(1, value)
    case .bytes(let value): Self.head(2, UInt64(value.count)) + value
    case .text(let value): Self.head(3, UInt64(value.utf8.count)) + value.utf8
    case .array(let items): Self.head(4, UInt64(items.count)) + items.flatMap(\.encoded)
    case .map(let pairs):
      Self.head(5, UInt64(pairs.count))
        + pairs.map { $0.key.encoded + $0.value.encoded }
        .sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
    case .bool(let value): [value ? 0xf5 : 0xf4]
    case .null: [0xf6]
    }
  }

  /// The initial byte of an item, with its argument in as few bytes as hold it.
  private static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
    guard argument >= 24 else { return [major << 5 | UInt8(argument)] }
    let width = argument <= 0xff ? 0 : argument <= 0xffff ? 1 : argument <= 0xffff_ffff ? 2 : 3
    return [major << 5 | UInt8(24 + width)] + bigEndian(argument).suffix(1 << width)
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
