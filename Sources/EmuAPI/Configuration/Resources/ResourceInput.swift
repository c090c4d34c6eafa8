internal import EmuJSON
internal import EmuModel

/// What a call on a resource brings: the body as it is, the query, and the last name of the path.
struct ResourceInput: Decodable, Sendable {
  /// The resource's own name in its collection, from the path.
  var id: String?
  /// The body.
  var resource: JSON?
  var updateMask: String?
  var pageSize: Int?
  var pageToken: String?
  var oauthIdpConfigId: String?
  var inboundSamlConfigId: String?
  var idpId: String?
  var tenantId: String?

  /// The body, read over a shape.
  ///
  /// - Parameter name: what errors call the body.
  func message(
    _ shape: Shape, _ name: String, in context: OperationContext
  ) throws(APIError) -> JSONObject {
    try context.message(resource, shape, at: name)
  }

  /// The body of a PATCH, and the fields of it that count.
  ///
  /// - Parameter unmasked: what counts without a mask; nil for the fields that the body fills, so
  ///   that a body with one section leaves the others alone.
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

  /// A mask; what the resource does not have is ignored, as on the official emulator and in production.
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

  /// How many a page holds: what is asked for, within bounds.
  func pageLimit(default fallback: Int, most: Int) -> Int {
    guard let pageSize, pageSize > 0 else { return fallback }
    return min(pageSize, most)
  }
}

/// A change of a resource.
struct MaskedUpdate: Sendable {
  var message: JSONObject
  /// The fields that the change is about.
  var mask: FieldMask
}

extension OperationContext {
  /// Reads a message over its shape; what the shape does not have is named in the request log.
  func message(
    _ value: JSON?, _ shape: Shape, at path: String
  ) throws(APIError) -> JSONObject {
    var reader = ResourceReader()
    let message = try reader.read(value ?? .object(JSONObject()), shape, at: path)
    explanation.add(unknownFields: reader.unknownFields)
    return message
  }
}

/// A page of a list that is already in order.
struct ResourcePage<Element> {
  var elements: [Element]
  /// The id of the last element, if there are more; the next page begins behind it.
  var nextPageToken: String?

  init(_ all: [Element], after token: String?, limit: Int, id: (Element) -> String) {
    let rest = all.drop { element in token.map { id(element) <= $0 } ?? false }
    elements = Array(rest.prefix(limit))
    nextPageToken = rest.count > limit ? elements.last.map(id) : nil
  }
}
