internal import EmuIssuance
internal import EmuJOSE
internal import EmuStore

/// Has the keys made with which the issuer signs the ID token that a code stands for: it is signed
/// when the answer is written, on a thread that must not wait for them.
enum PrepareIssuerKeys: IdpStep {
  static func run(
    _ signIn: inout IdpSignIn, in context: OperationContext, _ store: Writer
  ) throws {
    guard let token = signIn.credential.issuedIDToken else { return }
    context.services.keys.declare(issuer: token.issuer, algorithms: [token.algorithm])
    try context.prepareKeys(of: token.issuer)
  }
}
