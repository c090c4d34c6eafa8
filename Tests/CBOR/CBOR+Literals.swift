package import EmuWebAuthn

extension CBOR: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: CBOR...) { self = .array(elements) }
}

extension CBOR: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (CBOR, CBOR)...) {
    self = .map(Dictionary(uniqueKeysWithValues: elements))
  }
}
