extension EmulatorProject {
  /// The project of the running test, which the trait sets.
  @TaskLocal package static var ofTest: EmulatorProject?

  /// The project of the running test, created by the trait `.emulator` of AuthEmulatorTesting.
  ///
  /// - Throws: ``AuthEmulatorError`` of the kind `noProject` in a test without the trait, and in a
  ///   detached task, which belongs to no test.
  public static var current: EmulatorProject {
    get throws {
      try ofTest.orThrow(
        AuthEmulatorError(
          .noProject, "The running test has no project of its own.",
          nextStep:
            "Write `import AuthEmulatorTesting` and `@Test(.emulator)` or `@Suite(.emulator)`."
        ))
    }
  }
}
