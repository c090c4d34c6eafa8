package import EmuHTTP

/// What a server answered, whatever the status.
package struct OutboundResponse: Sendable {
  /// The status of the last answer, after redirects.
  package var status: Status
  /// The header fields of that answer, in the order received.
  package var headers: Headers
  /// Its whole body, as sent: a content coding that was not asked for is not undone.
  package var body: [UInt8]

  package init(status: Status, headers: Headers = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
