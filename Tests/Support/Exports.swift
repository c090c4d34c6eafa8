// A test of the emulator sends HTTP requests with JSON, and compares values of the model.
@_exported public import EmuHTTP
@_exported public import EmuJSON
@_exported public import EmuModel
