internal import EmuCrypto
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The picture of an account: the data URL in its `picture`, or one picture for all others.
enum GraphPhoto {
  /// Graph's sizes in pixels. The picture has the plain one, in which it is returned for each.
  private static let sizes = [48, 64, 96, 120, 240, 360, 432, 504, 648]
  private static let plain = 240
  private static let picture = PackageResources.photo_jpg

  static func value(_ caller: GraphCaller, _ call: IssuerCall) throws -> Response {
    guard caller.account.hasPhoto else {
      throw GraphError(
        .notFound, "ImageNotFound", "Exception of type 'ImageNotFoundException' was thrown.",
        reason: "The account's record says that it has no picture.")
    }
    if let own = own(caller.account) { return .bytes(own.bytes, type: own.type) }
    try checkSize(call)
    return .bytes(picture, type: "image/jpeg")
  }

  /// Returns the metadata; a personal account has none.
  static func metadata(_ caller: GraphCaller, _ call: IssuerCall) throws -> Response {
    guard !caller.account.isPersonal else {
      throw GraphError(
        .notFound, "UnknownError", "",
        reason: "Graph has no metadata for the photo of a personal account; get its $value.")
    }
    let body: JSONObject
    if caller.account.hasPhoto {
      let own = own(caller.account)
      let bytes = own?.bytes ?? picture
      body = metadata(
        type: own?.type ?? "image/jpeg", id: "\(plain)x\(plain)", side: plain,
        tag: Digest.sha256.hex(bytes))
    } else {
      // Graph's response for an account without a photo.
      body = metadata(type: "image/gif", id: "1x1", side: 1, tag: "")
    }
    return .json(body)
  }

  private static func metadata(
    type: String, id: String, side: Int, tag: String
  ) -> JSONObject {
    [
      "@odata.context": "https://graph.microsoft.com/v1.0/$metadata#users('me')/photo/$entity",
      "@odata.mediaContentType": .string(type), "@odata.mediaEtag": .string("W/\"\(tag)\""),
      "id": .string(id), "width": .int(Int64(side)), "height": .int(Int64(side)),
    ]
  }

  private static func checkSize(_ call: IssuerCall) throws {
    guard let name = call.parameters["size"] else { return }
    guard sizes.contains(where: { name == "\($0)x\($0)" }) else {
      throw GraphError(
        .badRequest, "ErrorInvalidImageId", "The photo size '\(name.prefix(32))' is not supported.",
        reason: "The sizes are \(sizes.map { "\($0)x\($0)" }.joined(separator: ", ")).")
    }
  }

  /// Returns the picture of `data:image/png;base64,…`.
  private static func own(_ account: MicrosoftAccount) -> (bytes: [UInt8], type: String)? {
    guard let address = account.person.picture, address.hasPrefix("data:image/"),
      let comma = address.firstIndex(of: ","),
      address[..<comma].hasSuffix(";base64"),
      let bytes = Base64URL.decode(String(address[address.index(after: comma)...]), lenient: true)
    else { return nil }
    return (bytes, String(address[..<comma].dropFirst(5).dropLast(7)))
  }
}
