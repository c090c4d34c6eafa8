internal import EmuJOSE

/// The ability to have control calls of its own.
protocol OwnControls {
  /// Lines made by ``ControlRoutes/route(_:_:_:_:)``.
  var ownControls: [IssuerRoute] { get }
}

/// The ability of a provider without an issuer to sign.
protocol OwnKeys {
  /// One key each is made when it is first needed.
  var keyAlgorithms: [JWSAlgorithm] { get }
}

/// The ability of a provider without an issuer to publish something.
protocol OwnPaths {
  /// The patterns begin behind `/issuers/` and the provider's id.
  var ownPaths: [IssuerRoute] { get }
}
