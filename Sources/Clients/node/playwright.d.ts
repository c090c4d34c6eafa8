import { Emulator, Project } from './index';

/** Fixtures of Playwright Test: `const test = base.extend<Fixtures, WorkerFixtures>(fixtures)`. */
export const fixtures: any;

export interface Fixtures {
  /** A project of the test; the report of a failed test has the last requests with their reasons. */
  authEmulator: Project;
  /** `own` starts an emulator for the test alone, so that it may move the clock. */
  authEmulatorOptions: { own?: boolean; profile?: string };
}

export interface WorkerFixtures {
  /** The emulator of all tests of a worker: of AUTH_EMULATOR_URL, else one that ends with them. */
  authEmulatorServer: Emulator;
}
