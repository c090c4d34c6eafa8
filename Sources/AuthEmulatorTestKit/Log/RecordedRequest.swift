/// A rule's result for a request, with its reason.
public struct Decision: Sendable, Hashable, Decodable {
  /// The rule: a switch such as `checkNonce`, or a step such as `linking`.
  public let rule: String
  /// The outcome, such as `refused`, `warned` or `chose`.
  public let outcome: String
  /// The reason, as a sentence.
  public let reason: String
  /// The uid of the user that the reason names.
  public let localId: String?
  /// The provider that the reason names.
  public let providerId: String?
  /// The method of a complete sign-in, such as `password`.
  public let method: String?
}

/// A request in the log of an emulator. Passwords and tokens are masked, see ``isMasked``.
public struct RecordedRequest: Sendable, Hashable, Decodable {
  /// The id, as in the response's `X-Emulator-Explain`.
  public let id: String
  /// The time on the emulator's clock, as RFC 3339.
  public let time: String
  /// Such as `accounts:signInWithIdp`.
  public let operation: String?
  /// The project.
  public let project: String?
  /// `succeeded`, `warned`, or `refused`, also for a refusal that is answered with 200.
  public let outcome: String
  /// The code of a refusal, such as `EMAIL_EXISTS`.
  public let code: String?
  /// The user that the request or its response names.
  public let user: User?
  /// The session, as `uid@auth_time`.
  public let session: String?
  /// The status of the response.
  public let status: Int
  /// The method.
  public let method: String
  /// The path with its query.
  public let path: String
  /// The body.
  public let request: JSONValue?
  /// The body of the response.
  public let response: JSONValue?
  /// Members of the body that the operation does not have.
  public let unknownFields: [String]
  /// The decisions about the response, in order.
  public let decisions: [Decision]

  /// True for a request of an app or a server, false for one of the kit or another tool of the
  /// emulator.
  public let isOfApp: Bool
  /// True when passwords or tokens are masked; ``AuthEmulator/curl(of:secrets:)`` shows them.
  public var isMasked: Bool { masked == true }
  private let masked: Bool?

  /// A user, whose address and number are those of the request where no user was found.
  public struct User: Sendable, Hashable, Decodable {
    /// The uid.
    public let localId: String?
    /// The address.
    public let email: String?
    /// The number.
    public let phoneNumber: String?
  }
}

/// The reasons of responses.
public struct Explanation: Sendable, CustomStringConvertible {
  /// The requests, newest first.
  public let requests: [RecordedRequest]

  /// The decisions of all of them, in the order of ``requests``.
  public var decisions: [Decision] { requests.flatMap(\.decisions) }

  /// The decision of a rule, such as `checkNonce`, of the newest request that has one.
  public func decision(of rule: String) -> Decision? { decisions.first { $0.rule == rule } }

  /// A report to read: each request with its status and error, and its decisions below.
  public var description: String {
    guard !requests.isEmpty else { return "No request of this kind is in the log." }
    return requests.map { request in
      let name = request.operation ?? "\(request.method) \(request.path)"
      let error = request.response?["error"]?["message"]?.string.map { ": \($0)" } ?? ""
      let lines = request.decisions.map { "  \($0.rule) \($0.outcome): \($0.reason)" }
      return (["\(name) \(request.status)\(error)"] + lines).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
