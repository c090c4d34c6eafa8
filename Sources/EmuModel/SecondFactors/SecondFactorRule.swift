/// The limits of second factors and the users who may have them.
package enum SecondFactorRule {
  /// The maximum number of second factors of a user.
  package static let most = 5

  /// The maximum number of authenticator apps among them.
  package static let mostApps = 1

  /// The lifetime of the pending credential before a text message.
  package static let pendingLifetime: Duration = .seconds(600)

  /// The lifetime of the pending credential before a code of an authenticator app.
  package static let totpPendingLifetime: Duration = .seconds(300)

  /// The lifetime of an authenticator app's secret before its first code; not documented.
  package static let enrollmentLifetime: Duration = .seconds(15 * 60)

  /// Returns true for providers that a second factor can follow, with an identity provider or
  /// without. Phone, custom tokens and anonymous sign-in are not first factors.
  package static func isFirstFactor(provider: String) -> Bool {
    !["anonymous", "phone", "custom"].contains(provider)
  }

  /// Returns a number as shown after the first factor alone.
  ///
  /// All but the last four digits are masked: `+*******0100`.
  package static func obfuscated(phoneNumber: String) -> String {
    let digits = phoneNumber.filter(\.isNumber).count
    var seen = 0
    return String(
      phoneNumber.map { character in
        guard character.isNumber else { return character }
        seen += 1
        return seen <= digits - 4 ? "*" : character
      })
  }
}

/// The validity of an authenticator app's code (RFC 6238).
package enum TOTPRule {
  /// The period of one code, in seconds.
  package static let period: Int64 = 30
  package static let digits = 6

  package enum Verdict: Sendable, Hashable {
    /// The code is that of a time step.
    case right(step: Int64)
    /// The code was right, and used before, or an even newer one was: that of a time step
    /// (RFC 6238 §5.2).
    case replayed(newest: Int64)
    case wrong
  }

  /// Returns the number of the period that contains a time.
  package static func step(at now: Timestamp) -> Int64 {
    let seconds = now.seconds
    return (seconds >= 0 ? seconds : seconds - period + 1) / period
  }

  /// Checks a code.
  ///
  /// - Parameters:
  ///   - window: the number of accepted steps before and after the current one.
  ///   - lastStep: the latest step with a used code.
  ///   - codeAt: returns the correct code of a step.
  package static func verdict(
    on code: String, at now: Timestamp, window: Int, lastStep: Int64?, codeAt: (Int64) -> String
  ) -> Verdict {
    let present = step(at: now)
    let reach = Int64(max(window, 0))
    // The present code first: it is nearly always the one.
    let steps = (-reach...reach).sorted { abs($0) < abs($1) }
    guard let match = steps.first(where: { codeAt(present + $0) == code }) else { return .wrong }
    let step = present + match
    // A used step beyond the window dates from before the clock was set back, and rejects nothing.
    guard let lastStep, (step...present + reach).contains(lastStep) else {
      return .right(step: step)
    }
    return .replayed(newest: lastStep)
  }
}
