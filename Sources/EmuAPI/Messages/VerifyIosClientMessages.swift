/// `accounts:verifyIosClient`: request.
struct VerifyIosClientRequest: Decodable, Sendable {
  /// The device's token for Apple's push service, in hexadecimal.
  var appToken: String?
  var isSandbox: Bool?
  var tenantId: String?
}

/// `accounts:verifyIosClient`: response.
struct VerifyIosClientResponse: Codable, Sendable {
  var receipt: String
  /// Seconds, as text.
  var suggestedTimeout: String
}
