internal import EmuModel

extension CodeRule.Refusal {
  /// The precise reason, as a sentence.
  var because: String {
    switch self {
    case .unknown: "No issuer of this emulator made this code."
    case .expired: "The code has expired, or its grant was revoked."
    case .alreadyUsed: "The code was exchanged before."
    case .grantRevoked: "The person's consent was revoked after the code was made."
    case .otherClient(let client): "The code was made for the client \(client)."
    case .redirectMismatch:
      "The redirect URI is not the one that the code was made for; the code of a native sign-in "
        + "has none, and is exchanged without one."
    }
  }
}
