'use strict';
// Drives auth-emulator from tests by calls of the control API, whose bodies and answers docs/control-api.md
// describes; index.d.ts has the types.

const { spawn } = require('node:child_process');
const { createInterface } = require('node:readline');
const { binary } = require('./binary.js');
const { AuthEmulatorError, part, unique, withCleanup } = require('./calls.js');
const { signIn } = require('./sign-in.js');

class Emulator {
  #process;

  constructor(url) {
    this.url = url.replace(/\/+$/, '');
  }

  static async join(url) {
    const host = process.env.FIREBASE_AUTH_EMULATOR_HOST || '127.0.0.1:9099';
    const emulator = new Emulator(url || process.env.AUTH_EMULATOR_URL || `http://${host}`);
    await emulator.health();
    return emulator;
  }

  static async launch(...flags) {
    // The command reads its input until this process closes it or ends.
    const script = 'echo "$AUTH_EMULATOR_URL"; exec cat >/dev/null';
    const child = spawn(binary(), ['exec', ...flags, '--', 'sh', '-c', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    const ended = new Promise((resolve) => {
      child.on('error', resolve);
      child.on('exit', resolve);
    });
    const url = await Promise.race([
      new Promise((resolve) => createInterface(child.stdout).once('line', resolve)),
      ended.then(() => undefined),
    ]);
    if (!url) {
      throw new AuthEmulatorError(
        `auth-emulator ended (${await ended}) before it answered; it printed the reason on standard error.`);
    }
    // An emulator that is not stopped does not keep the tests from ending.
    for (const handle of [child, child.stdin, child.stdout]) handle.unref();
    const emulator = new Emulator(url);
    emulator.#process = { child, ended };
    return emulator;
  }

  async stop() {
    if (!this.#process) return;
    const { child, ended } = this.#process;
    this.#process = undefined;
    child.ref();
    child.stdin.end();
    await ended;
  }

  async send(method, path, body, query = {}) {
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
    const address = this.url + path + (pairs.length ? `?${new URLSearchParams(pairs)}` : '');
    let answer;
    let text;
    try {
      answer = await fetch(address, {
        method,
        // The request log separates the app's requests from those of tests by the first.
        headers: {
          'X-Emulator-Tool': 'kit',
          Authorization: 'Bearer owner',
          'Content-Type': 'application/json',
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      text = await answer.text();
    } catch (error) {
      throw new AuthEmulatorError(
        `No emulator answers at ${this.url} (${error.cause?.message ?? error.message}). Start one with` +
          ' `auth-emulator start`, or set AUTH_EMULATOR_URL.');
    }
    if (answer.ok) return text;
    let message = text;
    try {
      message = JSON.parse(text).error.message;
    } catch {}
    throw new AuthEmulatorError(message, answer.status);
  }

  async call(method, path, body, query) {
    const answer = await this.send(method, `/emulator/v1/${path}`, body, query);
    try {
      return JSON.parse(answer);
    } catch {
      throw new AuthEmulatorError(
        `The server at ${this.url} is not an emulator: its answer is not JSON. Set AUTH_EMULATOR_URL to the` +
          ' address of one.');
    }
  }

  health() {
    return this.call('GET', 'health');
  }

  async project(id = unique()) {
    const project = new Project(this, id);
    await project.set({});
    return project;
  }

  get clock() {
    return new Clock(this);
  }

  get faults() {
    return new Faults(this);
  }

  async reset() {
    await this.call('POST', 'reset', { to: 'empty' });
  }
}

class Clock {
  #emulator;

  constructor(emulator) {
    this.#emulator = emulator;
  }

  state() {
    return this.#emulator.call('GET', 'clock');
  }

  advance(time) {
    return this.#emulator.call('POST', 'clock:advance', time);
  }

  set(now, { frozen = false } = {}) {
    const text = now instanceof Date ? now.toISOString() : now;
    return this.#emulator.call('POST', 'clock:set', { now: text, frozen });
  }

  freeze() {
    return this.#emulator.call('POST', 'clock:freeze', {});
  }

  reset() {
    return this.#emulator.call('POST', 'clock:reset', {});
  }
}

class Faults {
  #emulator;
  #project;

  constructor(emulator, project) {
    this.#emulator = emulator;
    this.#project = project;
  }

  async add(effect, on = {}, { times, probability, seed } = {}) {
    const match = typeof on === 'string' ? { operation: on } : { ...on };
    if (this.#project) match.project = this.#project;
    const body = { match, effect, times, probability, seed };
    return (await this.#emulator.call('POST', 'faults', body)).id;
  }

  async list() {
    return (await this.#emulator.call('GET', 'faults', undefined, { project: this.#project })).faults;
  }

  async remove(id) {
    try {
      await this.#emulator.call('DELETE', `faults/${part(id)}`);
    } catch (error) {
      // It is used up.
      if (error.status !== 404) throw error;
    }
  }

  async removeAll() {
    await this.#emulator.call('DELETE', 'faults', undefined, { project: this.#project });
  }
}

class Project {
  constructor(emulator, id) {
    this.emulator = emulator;
    this.id = id;
  }

  get url() {
    return this.emulator.url;
  }

  get host() {
    return new URL(this.url).host;
  }

  get apiKey() {
    return `emulator-${this.id}`;
  }

  get environment() {
    return {
      AUTH_EMULATOR_URL: this.url,
      FIREBASE_AUTH_EMULATOR_HOST: this.host,
      GCLOUD_PROJECT: this.id,
      GOOGLE_CLOUD_PROJECT: this.id,
    };
  }

  endpoint(method, { service = 'identitytoolkit', version = 'v1' } = {}) {
    return `${this.url}/${service}.googleapis.com/${version}/${method}?key=${this.apiKey}`;
  }

  #call(method, path, body, query) {
    return this.emulator.call(method, `projects/${part(this.id)}/${path}`, body, query);
  }

  // State

  seed(parts) {
    return this.emulator.call('POST', 'seed', { version: 1, projects: { [this.id]: parts } });
  }

  export({ plainPasswords } = {}) {
    return this.emulator.call('GET', 'export', undefined, { project: this.id, plainPasswords });
  }

  async removeUsers() {
    await this.#call('DELETE', 'accounts');
  }

  settings() {
    return this.#call('GET', 'settings');
  }

  set(switches) {
    return this.#call('PATCH', 'settings', switches);
  }

  async snapshot(nameOrBody) {
    if (typeof nameOrBody !== 'function') {
      await this.emulator.call('POST', 'snapshots', { name: nameOrBody, project: this.id });
      return undefined;
    }
    const name = unique();
    await this.snapshot(name);
    return withCleanup(nameOrBody, async () => {
      await this.restore(name);
      await this.emulator.call('DELETE', `snapshots/${part(name)}`);
    });
  }

  async restore(name) {
    await this.emulator.call('POST', `snapshots/${part(name)}:restore`, {});
  }

  get clock() {
    return this.emulator.clock;
  }

  get faults() {
    return new Faults(this.emulator, this.id);
  }

  async withFault(effect, on, body) {
    const id = await this.faults.add(effect, on);
    return withCleanup(body, () => this.faults.remove(id));
  }

  // Credentials, codes and users

  mint(issuer, body = {}) {
    const kind = issuer.startsWith('saml.') ? 'assertions' : 'tokens';
    return this.emulator.call('POST', `issuers/${part(issuer)}/${kind}`, body, { project: this.id });
  }

  signIn(page, provider, person, options) {
    return signIn(this, page, provider, person, options);
  }

  async messages() {
    return (await this.#call('GET', 'messages', undefined, { limit: 5000 })).messages;
  }

  async code(to, { type, timeout = 10_000 } = {}) {
    const limit = Date.now() + timeout;
    for (;;) {
      const messages = await this.messages();
      const found = messages.find((each) =>
        each.to.toLowerCase() === to.toLowerCase() && !each.usedAt &&
        (type ?? each.requestType) === each.requestType);
      if (found) return found;
      if (Date.now() >= limit) {
        const last = messages.slice(0, 10).map((each) =>
          `${each.requestType ?? each.kind} for ${each.to}${each.usedAt ? ' (used)' : ''}`);
        throw new AuthEmulatorError(
          `Project ${this.id} has no unused ${type ?? 'code'} for ${to}.` +
            ` Its last messages: ${last.join(', ') || 'none'}.`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async totpCode(uid) {
    const { totpCodes: [app] } = await this.#call('GET', 'totpCodes', undefined, { localId: uid });
    if (!app) {
      throw new AuthEmulatorError(
        `User ${uid} of project ${this.id} has no authenticator app. There is one after the user enrols` +
          ' one, or in a seed.', 404);
    }
    return app.code;
  }

  async users() {
    const users = [];
    let page;
    do {
      const path = `/v1/projects/${part(this.id)}/accounts:batchGet`;
      const query = { maxResults: 1000, nextPageToken: page };
      const answer = JSON.parse(await this.emulator.send('GET', path, undefined, query));
      users.push(...(answer.users ?? []));
      page = answer.nextPageToken;
    } while (page);
    return users;
  }

  async user({ uid, email }) {
    const query = uid === undefined ? { email: [email] } : { localId: [uid] };
    const path = `/v1/projects/${part(this.id)}/accounts:lookup`;
    return JSON.parse(await this.emulator.send('POST', path, query)).users?.[0];
  }

  // Log

  async requests({ operation, status, outcome, limit = 100 } = {}) {
    const query = { project: this.id, app: true, operation, status, outcome, limit };
    return (await this.emulator.call('GET', 'requests', undefined, query)).requests;
  }

  async explain(last = 1) {
    const texts = (await this.requests({ limit: last })).map(({ id }) =>
      this.emulator.send('GET', `/emulator/v1/requests/${part(id)}`, undefined, { format: 'text' }));
    return (await Promise.all(texts)).join('\n');
  }
}

module.exports = { AuthEmulatorError, Clock, Emulator, Faults, Project, binary };
