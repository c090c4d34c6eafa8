internal import EmuControlCalls

extension ControlError: AnsweringError {}
