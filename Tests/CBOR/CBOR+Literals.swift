package import EmuWebAuthn

extension CBOR: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: CBOR...) { self = .array(elements) }
}

extension CBOR: ExpressibleByDictionaryLiteral {
  /// Creates a map whose pairs keep the written order.
  package init(dictionaryLiteral elements: (CBOR, CBOR)...) {
    self = .map(elements.map { Pair($0.0, $0.1) })
  }
}
