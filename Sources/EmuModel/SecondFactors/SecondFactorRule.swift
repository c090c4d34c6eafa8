/// Who may have second factors, and which.
package enum SecondFactorRule {
  /// How many second factors a user may have.
  package static let most = 5

  /// How many of them may be authenticator apps.
  package static let mostApps = 1

  /// How long the credential between the two factors is good for where a text message follows.
  package static let pendingLifetime: Duration = .seconds(600)

  /// How long it is good for where a code of an authenticator app follows.
  package static let totpPendingLifetime: Duration = .seconds(300)

  /// How long an authenticator app's secret waits for its first code; no document says so.
  package static let enrollmentLifetime: Duration = .seconds(15 * 60)

  /// Whether a second factor can follow a way to sign in without an identity provider, or with any:
  /// telephone, custom tokens and nothing at all are no first factors.
  package static func isFirstFactor(provider: String) -> Bool {
    !["anonymous", "phone", "custom"].contains(provider)
  }

  /// A number as it is shown to somebody who has only shown the first factor.
  ///
  /// All but the last four digits are hidden: `+*******0100`.
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

/// When a code of an authenticator app is the right one (RFC 6238).
package enum TOTPRule {
  /// How long one code is shown, in seconds.
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

  /// The number of the period that a moment lies in.
  package static func step(at now: Timestamp) -> Int64 {
    let seconds = now.seconds
    return (seconds >= 0 ? seconds : seconds - period + 1) / period
  }

  /// Judges a code.
  ///
  /// - Parameters:
  ///   - window: how many steps before and after the present one are good too.
  ///   - lastStep: the newest step whose code was used.
  ///   - codeAt: the right code of a step.
  package static func verdict(
    on code: String, at now: Timestamp, window: Int, lastStep: Int64?, codeAt: (Int64) -> String
  ) -> Verdict {
    let present = step(at: now)
    let reach = Int64(max(window, 0))
    // The present code first: it is nearly always the one.
    let steps = (-reach...reach).sorted { abs($0) < abs($1) }
    guard let match = steps.first(where: { codeAt(present + $0) == code }) else { return .wrong }
    let step = present + match
    // A code from beyond the window was shown before the clock was set back, and locks nobody out.
    guard let lastStep, (step...present + reach).contains(lastStep) else {
      return .right(step: step)
    }
    return .replayed(newest: lastStep)
  }
}
