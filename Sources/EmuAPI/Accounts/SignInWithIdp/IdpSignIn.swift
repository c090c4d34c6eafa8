internal import EmuModel
internal import EmuStore
internal import EmuWire

/// A sign-in with a provider's credential, on its way through its steps.
///
/// A step reads what the steps before it have set, and sets what those after it need.
struct IdpSignIn: Sendable {
  /// The request as it is meant: ``HonorAutoCreate`` may change it.
  @SetByStep var input: SignInWithIdpRequest

  // MARK: Before the transaction

  /// The ID token of the account that the credential is added to; nil for a sign-in.
  var linkingToken: PresentedIDToken?
  /// The token of an earlier answer, which stands for the credential; nil when the credential is sent.
  var pendingToken: String?
  /// The credential as it is sent; nil beside a pending token.
  var form: IdpForm?
  /// The nonce that a sign-in over a page began with, which the app does not know; nil for any other.
  var sessionNonce: String?
  /// What the credential turned out to be.
  @SetByStep var presented: PresentedCredential

  // MARK: In the transaction

  /// The account of ``linkingToken``.
  @SetByStep var linkTo: User? = nil
  /// The credential, found good.
  @SetByStep var credential: IdpCredential
  /// All that the decision depends on.
  @SetByStep var question: LinkingQuestion
  @SetByStep var decision: LinkingDecision
  /// The account as it is to be stored; nil where no account is signed in.
  @SetByStep var change: AccountChange? = nil
  /// The session or the question for a second factor; nil where no account is signed in.
  @SetByStep var outcome: SignInOutcome? = nil
  /// In no box: it is moved out at the end, where a copy would cost a reference count for every text.
  var response: SignInWithIdpResponse?

  init(_ input: SignInWithIdpRequest) { self.input = input }

  var profile: IdpProfile { _read { yield credential.profile } }

  /// An account before and after a sign-in.
  struct AccountChange: Sendable {
    /// As it is stored; nil for a new account.
    var original: User?
    var user: User
  }
}

/// One step before the transaction, on the connection's thread.
protocol IdpPreparationStep: SendableMetatype {
  /// - Throws: what the client is answered; `CallOut` while another server has to be asked, after
  ///   which the steps run again from the first.
  static func run(_ signIn: inout IdpSignIn, in context: OperationContext) throws
}

/// One step of the transaction, on the writer's thread.
protocol IdpStep: SendableMetatype {
  /// - Throws: what the client is answered, which undoes the transaction; `CallOut`, after which it
  ///   runs again.
  static func run(
    _ signIn: inout IdpSignIn, in context: OperationContext, _ store: Writer
  ) throws
}

/// A value that one step sets and later ones read.
///
/// In a box, so that a sign-in is copied without a reference count for every text in it.
@propertyWrapper
struct SetByStep<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  init() {}

  init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// Traps when it is read before it is set: the steps of an operation stand in the wrong order.
  var wrappedValue: Value {
    // Lends the value, where `get` would copy it with a reference count for every text.
    _read {
      guard let box else { preconditionFailure("No step has set the \(Value.self) yet.") }
      yield box.value
    }
    set { box = Box(newValue) }
  }
}
