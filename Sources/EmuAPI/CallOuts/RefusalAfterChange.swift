/// A refusal that keeps the operation's changes, such as an account that a function disabled.
///
/// Every other error rolls them back.
struct RefusalAfterChange: Error {
  var refusal: APIError

  init(_ refusal: APIError) { self.refusal = refusal }
}
