internal import EmuModel

extension AccountChanges {
  /// Explains the effects of a change on the sign-in methods.
  func explain(from original: User, to user: User, in context: OperationContext) {
    explainUnlinks(from: original, to: user, in: context)
    if user.disabled != original.disabled {
      context.explain(
        .account, .chose,
        user.disabled
          ? "User \(user: user) is disabled: sign-ins and refresh tokens are refused with USER_DISABLED."
          : "User \(user: user) is enabled: sign-ins and refresh tokens are accepted again.")
    }
    if let validSince = input.validSince {
      context.explain(
        .session, .chose,
        "Sessions of user \(user: user) that began before \(Timestamp(seconds: validSince).rfc3339) are refused from now on."
      )
    }
  }

  private func explainUnlinks(from original: User, to user: User, in context: OperationContext) {
    let unlinks = unlinks
    let (before, after) = (original.providers, user.providers)
    guard !unlinks.isEmpty || before != after else { return }
    let (had, has) = (Set(before), Set(after))
    let left = after.isEmpty ? "nothing" : after.joined(separator: ", ")
    for provider in before where !has.contains(provider) {
      context.explain(
        .unlink, .chose, "\(provider) is removed from user \(user: user), who has \(left) left."
      )
    }
    for provider in unlinks where !had.contains(provider) {
      context.explain(
        .unlink, .chose, "User \(user: user) has no \(provider), so nothing is removed.")
    }
  }
}
