/// A refusal that keeps what the operation has changed, such as an account that a function disabled.
///
/// Every other error undoes the operation.
struct RefusalAfterChange: Error {
  var refusal: APIError

  init(_ refusal: APIError) { self.refusal = refusal }
}
