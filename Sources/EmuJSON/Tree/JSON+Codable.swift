extension JSON: Codable {
  /// Copies the subtree.
  ///
  /// A ``FieldProbe``, the only other decoder, has no value; it gets an object without members.
  package init(from decoder: any Decoder) throws {
    self = (decoder as? TreeDecoder)?.value ?? .object(JSONObject())
  }

  /// Writes the subtree as it is; to an encoder of another module, such as that of Swift Testing for
  /// arguments, its text.
  package func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? TextEncoder else {
      var container = encoder.singleValueContainer()
      return try container.encode(serialized())
    }
    encoder.text.writer.value(self)
  }
}

extension JSONObject: Codable {
  package init(from decoder: any Decoder) throws {
    let tree = try JSON(from: decoder)
    guard case .object(let object) = tree else {
      if let decoder = decoder as? TreeDecoder { throw decoder.mismatch(.object) }
      throw JSONError(.typeMismatch, "an object is expected here, not \(tree.type)")
    }
    self = object
  }

  package func encode(to encoder: any Encoder) throws { try JSON.object(self).encode(to: encoder) }
}
