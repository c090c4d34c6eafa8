package import EmuJSON

/// An edge case that can be run: what it is, the state that it begins with, requests, and what they are
/// answered with (seed-data/README.md).
package struct ScenarioDocument: Sendable, Decodable {
  /// What happens, in one line.
  package var title: String
  /// Why it happens in production, and what an app does about it.
  package var why: String
  /// What it becomes in each SDK: `ios`, `android`, `web`, `cpp`, `flutter`.
  package var errors: [String: String]?
  /// A project of a seed document (seed-data/README.md).
  package var seed: JSON?
  package var steps: [Step]

  /// A request, and what must come of it.
  package struct Step: Sendable, Decodable {
    package var about: String?
    /// Method and path, such as `POST /v1/accounts:signUp?key=${key}`.
    package var call: String
    package var headers: [String: String]?
    /// Sent as JSON.
    package var body: JSON?
    /// Sent as a form.
    package var form: [String: String]?
    package var expect: Expectation?
    /// Names of variables by the path of the answer's member that each is to have.
    package var capture: [String: String]?
  }

  package struct Expectation: Sendable, Decodable {
    /// 200 where it is left out.
    package var status: Int64?
    /// Values by the path of the answer's member; null for one that must be absent, a text that ends
    /// with `*` for one that begins so.
    package var body: JSONObject?
    /// A part of the explanation in the request log.
    package var because: String?
  }
}
