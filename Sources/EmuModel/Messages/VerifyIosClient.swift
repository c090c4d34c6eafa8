/// `accounts:verifyIosClient`: request.
package struct VerifyIosClientRequest: Decodable, Sendable {
  /// The device's token for Apple's push service, in hexadecimal.
  package var appToken: String?
  package var isSandbox: Bool?
  package var tenantId: String?
}

/// `accounts:verifyIosClient`: response.
package struct VerifyIosClientResponse: Codable, Sendable {
  package var receipt: String
  /// Seconds, as text.
  package var suggestedTimeout: String

  package init(receipt: String, suggestedTimeout: String) {
    self.receipt = receipt
    self.suggestedTimeout = suggestedTimeout
  }
}
