package import EmuJSON

package enum BlockingEvent: String, Sendable, CaseIterable {
  /// A sign-up, before the account is stored.
  case beforeCreate
  /// A sign-in, before the session opens.
  case beforeSignIn
  /// An e-mail with a link, before it is sent.
  case beforeSendEmail
  /// A text message with a code, before it is sent.
  case beforeSendSms
}

extension Config {
  /// A project's blocking functions and the tokens that they receive.
  package struct BlockingFunctions: Codable, Sendable, Hashable {
    package struct Trigger: Codable, Sendable, Hashable {
      /// An empty one removes the function.
      package var functionUri: String?
      @Formatted<TimeFormat> package var updateTime: String?
    }

    package struct ForwardedCredentials: Codable, Sendable, Hashable {
      package var accessToken: Bool?
      package var idToken: Bool?
      package var refreshToken: Bool?
    }

    /// The functions by the event's name.
    @SortedMap package var triggers: [String: Trigger]?
    package var forwardInboundCredentials: ForwardedCredentials?
  }
}

extension Config.BlockingFunctions {
  package var isEmpty: Bool { triggers?.isEmpty ?? true }

  /// Returns the URL of an event's function; nil when there is none.
  package func url(of event: BlockingEvent) -> String? {
    let url = triggers?[event.rawValue]?.functionUri
    return url?.isEmpty == false ? url : nil
  }
}

extension Config.BlockingFunctions: ConfigSection {
  package func check() throws(ConfigProblem) {
    for (name, trigger) in (triggers ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard BlockingEvent(rawValue: name) != nil else {
        let names = BlockingEvent.allCases.map(\.rawValue).joined(separator: ", ")
        throw ConfigProblem(
          at: "triggers.\(name)", "\(name) is not a trigger; there are \(names).",
          "INVALID_BLOCKING_FUNCTION")
      }
      let address = trigger.functionUri ?? ""
      guard address.isEmpty || AbsoluteURL(address) != nil else {
        throw ConfigProblem(
          at: "triggers.\(name).functionUri",
          "functionUri of \(name) must be an absolute URL with a scheme and a host.",
          "INVALID_BLOCKING_FUNCTION")
      }
    }
  }
}

/// The hosts of functions that receive created and deleted accounts; each address is `host:port`.
package enum FunctionsHost: Sendable, Hashable {
  /// The Functions emulator itself.
  case functions(String)
  /// The emulator hub, which returns where the Functions emulator is.
  case hub(String)
}
