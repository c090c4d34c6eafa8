internal import EmuControlCalls
package import EmuJSON

/// A runnable edge case: its description, its initial state, its requests, and their expected
/// responses (seed-data/README.md).
package struct ScenarioDocument: Sendable, Codable {
  /// A summary in one line.
  package var title: String
  /// The cause in production, and an app's reaction.
  package var why: String
  /// The error in each SDK: `ios`, `android`, `web`, `cpp`, `flutter`.
  @SortedMap package var errors: [String: String]?
  /// A project of a seed document (seed-data/README.md).
  package var seed: JSON?
  package var steps: [Step]
  /// The steps of an app in place of the requests; nil for a recording.
  package var load: Load?

  /// The state before the critical step, and what to do in an app from there.
  package struct Load: Sendable, Codable {
    /// The number of first steps that run after the seed; by default none.
    package var steps: Int?
    /// The next steps in the app or on the command line, in sentences.
    package var next: [String]
  }

  /// A request with its expected response.
  package struct Step: Sendable, Codable {
    package var about: String?
    /// The method and path, such as `POST /v1/accounts:signUp?key=${key}`.
    package var call: String
    @SortedMap package var headers: [String: String]?
    package var body: JSON?
    @SortedMap package var form: [String: String]?
    package var expect: Expectation?
    /// Names of variables by the path of the captured member.
    @SortedMap package var capture: [String: String]?
  }

  package struct Expectation: Sendable, Codable {
    /// By default 200.
    package var status: Int64?
    /// Expected values by the path of a member; null for an absent one, a text with a final `*` for
    /// a prefix.
    package var body: JSONObject?
    /// A part of the explanation in the request log.
    package var reason: String?
  }

  /// More than a recording of a full request log has.
  private static let mostSteps = 5000

  /// - Throws: for no step or too many, and for a step with two bodies.
  func check() throws(ControlError) {
    guard !steps.isEmpty else { throw .invalid("steps: a scenario needs at least one request.") }
    guard steps.count <= Self.mostSteps else {
      throw .invalid(
        "steps: a scenario has at most \(Self.mostSteps) requests, not \(steps.count).")
    }
    guard (0...steps.count).contains(load?.steps ?? 0) else {
      throw .invalid("load.steps: the scenario has \(steps.count) steps.")
    }
    guard let index = steps.firstIndex(where: { $0.body != nil && $0.form != nil }) else { return }
    throw .invalid("steps[\(index)]: a request has one body. Leave out body or form.")
  }
}
