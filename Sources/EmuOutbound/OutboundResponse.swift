package import EmuHTTP

/// A server's response of any status.
package struct OutboundResponse: Sendable {
  /// The status of the last response, after redirects.
  package var status: Status
  /// The header fields of that response, in the order received.
  package var headers: Headers
  /// Its complete body, as sent: a content coding that was not requested is not decoded.
  package var body: [UInt8]

  package init(status: Status, headers: Headers = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
