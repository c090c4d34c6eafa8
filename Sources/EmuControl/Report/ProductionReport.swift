/// The requests of apps that production would have answered differently, by operation and rule.
package struct ProductionReport: Codable, Sendable, Equatable {
  /// The number of requests that differ; one may differ by several rules.
  package var requests = 0
  /// In the order of their first requests.
  package var differences: [Difference] = []
  /// The number of differences in no group, since there were too many groups.
  package var ungrouped = 0

  /// The requests of one operation that one rule concerns, and that production answers alike.
  package struct Difference: Codable, Sendable, Equatable {
    /// A switch, such as `recentLogin`, or another difference of the profiles.
    package var rule: String
    /// The code with which production refuses, or its result in a few words.
    package var production: String
    package var refuses: Bool
    /// The change that the app or its tests need.
    package var change: String
    package var count: Int
    package var first: Example
  }

  /// One of the requests.
  package struct Example: Codable, Sendable, Equatable {
    /// For `GET /emulator/v1/requests/{id}`, as long as the log has it.
    package var id: String
    /// RFC 3339.
    package var time: String
    package var method: String
    /// Without its query.
    package var path: String
    package var operation: String?
    package var project: String?
    package var status: Int
    package var reason: String
  }
}
