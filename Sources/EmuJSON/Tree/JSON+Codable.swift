extension JSON: Codable {
  /// Copies the subtree from this module's decoder; decodes value by value from another one.
  package init(from decoder: any Decoder) throws {
    if let decoder = decoder as? TreeDecoder {
      self = decoder.value
    } else if let container = try? decoder.container(keyedBy: TreeKey.self) {
      var object = JSONObject()
      for key in container.allKeys {
        object[key.stringValue] = try container.decode(JSON.self, forKey: key)
      }
      self = .object(object)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self = .array(elements)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int64.self) {
        self = .int(value)
      } else if let value = try? container.decode(Double.self) {
        self = .double(value)
      } else {
        self = .string(try container.decode(String.self))
      }
    }
  }

  /// Writes the subtree as it is.
  package func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? TextEncoder {
      encoder.text.writer.value(self)
      return
    }
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: TreeKey.self)
      for member in object {
        try container.encode(member.value, forKey: TreeKey(stringValue: member.key))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .double, .literal: try container.encode(double)
      case .string(let value): try container.encode(value)
      default: try container.encodeNil()
      }
    }
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
