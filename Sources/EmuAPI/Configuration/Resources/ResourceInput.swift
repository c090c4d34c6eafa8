internal import EmuJSON
internal import EmuModel

/// The input of a call on a resource: the body, the query, and the last name of the path.
struct ResourceInput: Decodable, Sendable {
  /// The resource's name in its collection, from the path.
  var id: String?
  var resource: JSON?
  var updateMask: String?
  var pageSize: Int32?
  var pageToken: String?
  var oauthIdpConfigId: String?
  var inboundSamlConfigId: String?
  var idpId: String?
  var tenantId: String?

  /// Returns the body, read by a shape.
  ///
  /// - Parameter name: the name of the body in errors.
  func message(
    _ shape: Shape, _ name: String, in context: OperationContext
  ) throws(APIError) -> JSONObject {
    try context.message(resource, shape, at: name)
  }

  /// Returns the body of a PATCH with its mask.
  ///
  /// - Parameter unmasked: the mask if none is sent; nil for the fields of the body, so that absent
  ///   fields are not changed.
  func update(
    of shape: Shape, _ name: String, unmasked: FieldMask? = nil, in context: OperationContext
  ) throws(APIError) -> MaskedUpdate {
    let message = try message(shape, name, in: context)
    guard let text = ProfileInput.given(updateMask) else {
      return MaskedUpdate(
        message: message, mask: unmasked ?? FieldMask(filledIn: message, of: shape))
    }
    return MaskedUpdate(message: message, mask: mask(text, of: shape, in: context))
  }

  /// Parses a mask. Unknown fields are ignored, as on the official emulator and in production.
  private func mask(
    _ text: String, of shape: Shape, in context: OperationContext
  ) -> FieldMask {
    let mask = FieldMask(text, of: shape)
    if !mask.unknown.isEmpty {
      context.explain(
        .updateMask, .warned, "there is no field \(mask.unknown.joined(separator: ", "))")
    }
    return mask
  }

  /// Returns the requested page size within bounds.
  func pageLimit(default fallback: Int, most: Int) -> Int {
    guard let pageSize, pageSize > 0 else { return fallback }
    return min(Int(pageSize), most)
  }
}

/// A change of a resource.
struct MaskedUpdate: Sendable {
  var message: JSONObject
  /// The fields that are changed.
  var mask: FieldMask
}

extension OperationContext {
  /// Reads a message by its shape, and records unknown fields for the request log.
  func message(
    _ value: JSON?, _ shape: Shape, at path: String
  ) throws(APIError) -> JSONObject {
    var reader = ResourceReader()
    let message = try reader.read(value ?? .object(JSONObject()), shape, at: path)
    explanation.add(unknownFields: reader.unknownFields)
    if let flaw = reader.formatFlaw { try refuseFormat(flaw) }
    return message
  }
}

/// A page of a sorted list.
struct ResourcePage<Element> {
  var elements: [Element]
  /// The id of the last element if more follow; the next page starts after it.
  var nextPageToken: String?

  init(_ all: [Element], after token: String?, limit: Int, id: (Element) -> String) {
    let rest = all.drop { element in token.map { id(element) <= $0 } ?? false }
    elements = Array(rest.prefix(limit))
    nextPageToken = rest.count > limit ? elements.last.map(id) : nil
  }
}
