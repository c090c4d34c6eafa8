/// The members of a record, each of which is read once.
extension TreeDecoder {
  /// Returns the value of a member; nil also for `null`.
  ///
  /// Most members of a record are absent: once each member of the object was read, no other can
  /// exist.
  private func memberOfRecord(_ name: String) -> JSON? {
    if askedKeys == nil, object.count <= 64, knownBits.nonzeroBitCount == object.count {
      return nil
    }
    return presentMember(name)
  }

  func stringOfRecord(_ name: String) throws(JSONError) -> String? {
    guard let value = memberOfRecord(name) else { return nil }
    return try string(value, name)
  }

  func boolOfRecord(_ name: String) throws(JSONError) -> Bool? {
    guard let value = memberOfRecord(name) else { return nil }
    return try bool(value, name)
  }

  func integerOfRecord<I: FixedWidthInteger>(_ name: String) throws(JSONError) -> I? {
    guard let value = memberOfRecord(name) else { return nil }
    return try integer(value, name)
  }

  func valueOfRecord<T: Decodable>(_ type: T.Type, _ name: String) throws -> T? {
    guard let value = memberOfRecord(name) else { return nil }
    return try decode(type, value, at: .key(name))
  }

  /// The elements of a member that is an array.
  func elementsOfRecord<T: Decodable>(_ type: T.Type, _ name: String) throws -> [T]? {
    guard let value = memberOfRecord(name) else { return nil }
    let array = TreeDecoder(value, parent: self, component: .key(name), session: session)
    guard case .array(let elements) = value else { throw array.mismatch(.array) }
    var values: [T] = []
    values.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      values.append(try array.decode(type, element, at: .index(index)))
    }
    return values
  }

  /// The texts of a member that is an array of them.
  func stringsOfRecord(_ name: String) throws(JSONError) -> [String]? {
    guard let value = memberOfRecord(name) else { return nil }
    let array = TreeDecoder(value, parent: self, component: .key(name), session: session)
    guard case .array(let elements) = value else { throw array.mismatch(.array) }
    var texts: [String] = []
    texts.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      guard let text = element.decodedString() else {
        throw array.mismatch(.string, element, at: .index(index))
      }
      texts.append(text)
    }
    return texts
  }
}
