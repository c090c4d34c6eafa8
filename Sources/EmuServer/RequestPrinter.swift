package import EmuHTTP
package import EmuModel

/// Prints every request after its response, on the thread that responded.
package struct RequestPrinter: Sendable {
  /// Returns true for a decision that is printed. Others are skipped before the expensive search
  /// for secrets.
  let prints: @Sendable (Decision) -> Bool
  let print: @Sendable (RequestLine) -> Void

  package init(
    decisions prints: @escaping @Sendable (Decision) -> Bool,
    print: @escaping @Sendable (RequestLine) -> Void
  ) {
    self.prints = prints
    self.print = print
  }
}

package struct RequestLine: Sendable {
  package var time: Timestamp
  package var method: String
  /// The path without its query, which may contain codes.
  package var path: String
  package var status: Int
  package var latencyMicroseconds: Int64
  /// With the decisions that are printed, and without secrets.
  package var annotations = Annotations()
}
