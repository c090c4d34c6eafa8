/// A page of `auth-emulator help TOPIC`.
struct HelpTopic: Sendable {
  let name: String
  let summary: String
  let text: String

  /// Every page, in the order of the list.
  static let all = [profiles, seeds, apple, ci]

  static var list: String {
    """
    Pages about one subject each: auth-emulator help TOPIC

    \(HelpText.table(all.map { ($0.name, $0.summary) }))

    """
  }

  private static let profiles = HelpTopic(
    name: "profiles", summary: "answers as the official emulator or as production",
    text: """
      A project has one of two profiles.

        compatible  as the official emulator, so that existing tests pass; the default
        production  as production: it refuses what production refuses, with its codes and texts

      Choose for all new projects, or for an existing one:

        auth-emulator start --profile production
        auth-emulator settings set profile=production

      With the profile compatible the emulator reports at its end, and in `requests show`, which
      requests production would have answered differently. In CI, write a report:

        auth-emulator exec --production-report production.xml -- npm test
        auth-emulator exec --fail-on-production-difference -- npm test

      Each check is a switch of a project. Show them, or set one:

        auth-emulator settings show
        auth-emulator settings set recentLogin=on

      """)

  private static let seeds = HelpTopic(
    name: "seeds", summary: "users, providers and people from a file",
    text: """
      A seed is a document in JSON, JSON5 or YAML with the users of projects, and with the people
      who have an account at the fake providers. `auth-emulator init` writes an example:

        version: 1
        projects:
          demo-project:
            users:
              - localId: ann
                email: ann@example.com
                password: secret-of-ann
        issuers:
          google.com:
            accounts:
              - {sub: "1001", email: gina@example.com, name: Gina Example}

      Load it when the emulator starts, or later. Loading twice changes nothing:

        auth-emulator start --seed seed.yaml
        auth-emulator seed seed.yaml

      A misspelt field is an error with its location. Empty the emulator, and
      store the seeds of its start again:

        auth-emulator seed reset

      `auth-emulator snapshots save` and `restore` do the same for any state. Write a project as a
      seed:

        auth-emulator seed export copy.json5

      Files of other tools are not seeds: `auth-emulator import` reads those of auth:export, and
      export folders of the Firebase CLI.

      """)

  private static let apple = HelpTopic(
    name: "apple", summary: "Sign in with Apple without Apple",
    text: """
      The emulator is an issuer of Apple's tokens. A test mints what iOS returns to an app, and
      signs in with it as the app does:

        auth-emulator tokens mint apple.com --email ann@example.com --raw-nonce nonce-of-the-app

      The answer has an ID token, an authorization code and the address. With --name and --json,
      appleUser is what Apple sends at the first sign-in alone. In an app:

        let credential = OAuthProvider.appleCredential(
          withIDToken: idToken, rawNonce: "nonce-of-the-app", fullName: nil)
        try await Auth.auth().signIn(with: credential)

      Cases that tests seldom cover:

        --hide-email           a relay address in place of the person's
        --defect wrong-nonce   a token that the backend refuses; an unknown name lists them all
        clock advance 1d       authorization codes and tokens expire
        issuers rotate         keys change while the app runs

      On the web the button opens a page of the emulator, on which you choose a person.

      """)

  private static let ci = HelpTopic(
    name: "ci", summary: "tests on a server",
    text: """
      One command starts an emulator at a free port, runs the tests with the variables by which the
      SDKs find it, and exits with their code:

        auth-emulator exec --seed seed.yaml -- npm test

      Several workers share one emulator: a project for each keeps their users and codes apart.
      They share the clock, and a fault that names no project. Start it once, and stop it at the end:

        auth-emulator start --detach --ephemeral --port 0 --json
        auth-emulator stop

      GitHub Actions, from the first release on:

        steps:
          - uses: OWNER/auth-emulator@v1
            with: {flags: --seed seed.yaml}
          - run: npm test

      A step in any other CI, from then on:

        pipx run auth-emulator exec -- pytest
        npx auth-emulator exec -- npm test

      When a test fails, `auth-emulator requests list --app` has what was refused and why, and
      `requests show ID` the rule, and what production would do. Keep the log as a file with
      `start --log-file emulator.log`.

      """)
}
