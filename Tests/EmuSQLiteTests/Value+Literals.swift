package import EmuSQLite

// Tests write values as literals; the store's are never known when it is compiled.

extension Value: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .text(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
}
