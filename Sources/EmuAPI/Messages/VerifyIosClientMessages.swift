struct VerifyIosClientRequest: Decodable, Sendable {
  /// The device's token for Apple's push service, in hexadecimal.
  var appToken: String?
  var isSandbox: Bool?
  var tenantId: String?
}

struct VerifyIosClientResponse: Codable, Sendable {
  var receipt: String
  /// Seconds, as text.
  var suggestedTimeout: String
}
