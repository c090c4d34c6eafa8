import EmuCrypto
import EmuJOSE
import EmuJSON
import EmuModel
import EmuSystem
import EmuThread

/// Computes the scrypt hashes of many users, on every processor.
struct ScryptHasher {
  private let parameters: PasswordHashParameters
  private let pool: WorkerPool
  private let form: FirebaseAccount.Form

  /// - Throws: for parameters outside production's limits.
  init(_ parameters: PasswordHashParameters, for form: FirebaseAccount.Form) throws {
    (self.parameters, self.form) = (parameters, form)
    do throws(CryptoError) {
      _ = try parameters.algorithm
    } catch {
      throw CommandFailure.usage("The scrypt parameters cannot be used: \(error.message).")
    }
    pool = WorkerPool(
      threads: Int(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))), queueLimit: .max / 2)
  }

  /// A page of users in their order.
  ///
  /// - Parameter progress: receives the number of hashed users.
  func hashed(
    _ users: [JSON], progress: @escaping @Sendable (Int) -> Void
  ) -> [FirebaseAccount] {
    let done = Monitor<[Int: FirebaseAccount]>([:])
    for (index, user) in users.enumerated() {
      pool.submit { [self] in
        let account = FirebaseAccount(user, hash: hash(of: user), form)
        progress(
          done.update { done in
            done[index] = account
            return done.count
          })
      } refused: { _ in
        done.update { $0[index] = FirebaseAccount(user, hash: nil, form) }
      }
    }
    return done.wait(until: { $0.count == users.count }) { done in
      users.indices.compactMap { done[$0] }
    }
  }

  /// Returns the hash of a plaintext password, or a stored hash that an import of such a file brought.
  ///
  /// The salt begins with the prefix only where the hash has the parameters of every export.
  private func hash(of user: JSON) -> (hash: String, salt: String)? {
    guard let stored = user["passwordHash"]?.string else { return nil }
    let (salt, prefix) = (user.text("salt"), StoredPassword.saltPrefix)
    let password = StoredPassword(
      hash: stored, salt: salt, updatedAt: Timestamp(milliseconds: 0)
    ).clearText
    let isUsual = parameters == .ofFiles
    guard let password else {
      let bytes = Base64URL.decode(salt, lenient: true) ?? []
      return isUsual && bytes.starts(with: prefix.utf8) ? (stored, salt) : nil
    }
    let bare = String(salt.trimmingPrefix(prefix))
    return parameters.base64Hash(of: password, salt: isUsual ? prefix + bare : bare)
  }
}
