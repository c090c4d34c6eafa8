package import EmuHTTP
package import EmuModel

/// What the log tells about one request, once it was answered.
package struct LoggedRequest: Sendable {
  package var time: Timestamp
  package var method: String
  /// The path without its query, which may hold codes.
  package var path: String
  package var status: Int
  package var latencyMicroseconds: Int64
  package var annotations: Annotations

  package init(
    time: Timestamp, method: String, path: String, status: Int, latencyMicroseconds: Int64,
    annotations: Annotations = Annotations()
  ) {
    self.time = time
    self.method = method
    self.path = path
    self.status = status
    self.latencyMicroseconds = latencyMicroseconds
    self.annotations = annotations
  }
}
