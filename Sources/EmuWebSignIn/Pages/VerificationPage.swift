internal import EmuHTTP

/// The page of `verifyApp`, in place of a reCAPTCHA.
struct VerificationPage: Sendable {
  let visit: Visit

  var response: Response {
    Page("Show that you are a person").response(
      """
      <p>The app sends a text message next. Production shows a reCAPTCHA here; the emulator asks for a \
      press of a button.</p>
      <form method="post" action="\(visit.target)">
      <button class="main" id="verify" name="action" value="verify" autofocus>I am not a robot</button>
      <button name="action" value="cancel">Cancel</button>
      </form>
      """)
  }
}
