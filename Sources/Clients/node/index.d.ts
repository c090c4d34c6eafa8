/** Drives auth-emulator from tests. Bodies and answers are those of docs/control-api.md. */

/** JSON, as the control API has it. */
export type Members = Record<string, any>;

/** A call that failed, with the emulator's own message. */
export class AuthEmulatorError extends Error {
  constructor(message: string, status?: number);
  /** The HTTP status; undefined without an answer. */
  readonly status?: number;
}

/** Returns the path of the program: AUTH_EMULATOR_BINARY, of its package, or on PATH. Throws without one. */
export function binary(): string;

/** A running emulator. */
export class Emulator {
  /** Uses the emulator at a URL such as `http://127.0.0.1:9099`; sends nothing yet. */
  constructor(url: string);
  /** Joins the emulator of a URL, AUTH_EMULATOR_URL, FIREBASE_AUTH_EMULATOR_HOST or port 9099. */
  static join(url?: string): Promise<Emulator>;
  /** Starts an emulator on a free port that stores nothing, and ends with this process. */
  static launch(...flagsOfStart: string[]): Promise<Emulator>;
  /** The address without a path. */
  readonly url: string;
  /** Stops an emulator that `launch` started; leaves any other alone. */
  stop(): Promise<void>;
  /** Sends a call below `/emulator/v1`, and returns its answer. */
  call(method: string, path: string, body?: unknown, query?: Members): Promise<any>;
  /** Sends a call with an administrator's privileges, and returns the text of its answer. */
  send(method: string, path: string, body?: unknown, query?: Members): Promise<string>;
  /** Returns version, default project and data file. */
  health(): Promise<Members>;
  /** Returns a project by its id, or one that no other test has. */
  project(id?: string): Promise<Project>;
  /** The clock, which all projects share. */
  readonly clock: Clock;
  /** The faults of all projects. */
  readonly faults: Faults;
  /** Empties every project, and returns the clock to the machine's time. */
  reset(): Promise<void>;
}

/** The time of the emulator. */
export interface ClockState {
  /** RFC 3339. */
  now: string;
  offsetMilliseconds: number;
  frozen: boolean;
  /** The SDKs that reject tokens because of it. */
  warnings: string[];
}

/** The emulator's clock. */
export class Clock {
  private constructor();
  state(): Promise<ClockState>;
  /** Moves the clock by the sum of the members, each of which may be negative. */
  advance(time: {
    milliseconds?: number; seconds?: number; minutes?: number; hours?: number; days?: number;
  }): Promise<ClockState>;
  /** Sets the time, as a Date or RFC 3339. */
  set(now: Date | string, options?: { frozen?: boolean }): Promise<ClockState>;
  freeze(): Promise<ClockState>;
  /** Returns to the machine's time. */
  reset(): Promise<ClockState>;
}

/** The requests that meet a fault. */
export interface FaultMatch {
  operation?: string; path?: string; project?: string; providerId?: string; endpoint?: string;
  clientId?: string; sub?: string; localId?: string; email?: string;
}

/** The result of a request that meets a fault. */
export interface FaultEffect {
  defect?: string; timeOffsetSeconds?: number;
  error?: { code?: number; message: string; description?: string };
  status?: number; body?: unknown; contentType?: string; delayMilliseconds?: number;
  malformed?: boolean; truncated?: boolean; drop?: boolean;
  rateLimit?: { retryAfterSeconds?: number };
}

/** Requests that fail, are late or lose their connection. */
export class Faults {
  private constructor();
  /** Sets a fault for an operation such as `accounts:lookup`, or a match, and returns its id. */
  add(
    effect: FaultEffect, on?: string | FaultMatch,
    options?: { times?: number; probability?: number; seed?: number }): Promise<string>;
  /** Returns the faults that are left. */
  list(): Promise<Array<{ id: string; match: FaultMatch; effect: FaultEffect; remaining?: number }>>;
  /** Removes a fault, which may be used up. */
  remove(id: string): Promise<void>;
  removeAll(): Promise<void>;
}

export type Outcome = 'succeeded' | 'warned' | 'refused';

/** A request in the log, with other members beside these. */
export interface LoggedRequest extends Members {
  id: string;
  operation?: string;
  /** `refused` also for a refusal that is answered with 200. */
  outcome: Outcome;
  /** The code of a refusal, such as `EMAIL_EXISTS`. */
  code?: string;
  user?: { localId?: string; email?: string; phoneNumber?: string };
  /** `uid@auth_time`. */
  session?: string;
  status: number;
  decisions: Array<{
    rule: string; outcome: string; reason: string; localId?: string; providerId?: string;
    method?: string;
  }>;
}

/** An e-mail, a text message or a silent push, with other members beside these. */
export interface Message extends Members {
  kind: 'email' | 'text' | 'push';
  /** The recipient: an address, a number, or the token of a device. */
  to: string;
  /** Of an e-mail, such as `PASSWORD_RESET`. */
  requestType?: string;
  code: string;
  /** Of an e-mail. */
  link?: string;
  /** RFC 3339; undefined until the code is used. */
  usedAt?: string;
}

/** A page of Playwright. */
export interface Page {
  context(): { pages(): any[] };
  waitForTimeout(milliseconds: number): Promise<void>;
}

/** A project of an emulator; no other project sees its users, people, codes and settings. */
export class Project {
  constructor(emulator: Emulator, id: string);
  readonly emulator: Emulator;
  readonly id: string;
  readonly url: string;
  /** Host and port, as FIREBASE_AUTH_EMULATOR_HOST has them. */
  readonly host: string;
  /** The API key that selects this project. */
  readonly apiKey: string;
  /** The variables by which Admin SDKs find this project. */
  readonly environment: Record<string, string>;
  /** Returns the URL of a call of an SDK with this project's key, such as `accounts:signUp`. */
  endpoint(method: string, options?: { service?: string; version?: string }): string;
  /** Stores `users`, `people`, `providers`, `tenants`, `settings` of a seed document, or nothing. */
  seed(parts: Members): Promise<Members>;
  /** Returns the project as a seed document. */
  export(options?: { plainPasswords?: boolean }): Promise<Members>;
  /** Removes all users, with their codes and sessions. */
  removeUsers(): Promise<void>;
  /** Returns the value of every switch. */
  settings(): Promise<Members>;
  /** Sets switches, such as `{ recentLogin: 'on' }` or `{ profile: 'production' }`. */
  set(switches: Record<string, string>): Promise<Members>;
  /** Stores the state under a name. */
  snapshot(name: string): Promise<void>;
  /** Runs a function, and returns the project to its state before it. */
  snapshot<Value>(body: () => Value | Promise<Value>): Promise<Value>;
  /** Returns to a stored state. */
  restore(name: string): Promise<void>;
  /** The emulator's clock, which other projects share. */
  readonly clock: Clock;
  /** The faults that only requests of this project meet. */
  readonly faults: Faults;
  /** Runs a function with a fault that only requests of this project meet. */
  withFault<Value>(
    effect: FaultEffect, on: string | FaultMatch, body: () => Value | Promise<Value>): Promise<Value>;
  /** Returns what a native sign-in gives an app: `idToken`, …; of `saml.*` `samlResponse`, `postBody`. */
  mint(issuer: string, body?: Members): Promise<Members>;
  /**
   * Completes a sign-in that a page of Playwright has begun, by a popup or a redirect.
   *
   * `person` is an address, or an account of the control API; who is not at the provider yet is added.
   * Undefined is a new person. `fail` returns an error such as `access_denied` to the app.
   */
  signIn(
    page: Page, provider: string, person?: string | Members,
    options?: { fail?: string; /** In milliseconds. */ timeout?: number }): Promise<void>;
  /** Returns the last e-mails, text messages and silent pushes, used or not, newest first. */
  messages(): Promise<Message[]>;
  /**
   * Waits for an unused code, and returns the last message with one to an address or a number.
   *
   * `type` is one such as `PASSWORD_RESET`. Rejects with the messages that there are, if there is none
   * after the time.
   */
  code(to: string, options?: { type?: string; /** In milliseconds. */ timeout?: number }): Promise<Message>;
  /** Returns the six digits that the authenticator app of a user shows now. */
  totpCode(uid: string): Promise<string>;
  /** Returns every user, as `accounts:batchGet` does. */
  users(): Promise<Members[]>;
  /** Returns the user with an id or an address. */
  user(by: { uid?: string; email?: string }): Promise<Members | undefined>;
  /** Returns the last requests of the app with answers and decisions, newest first. */
  requests(options?: {
    operation?: string; status?: string; outcome?: Outcome; limit?: number;
  }): Promise<LoggedRequest[]>;
  /** Returns why the last requests of the app were answered as they were, as text. */
  explain(last?: number): Promise<string>;
}
