// Prints the tasks that it has done.
const assert = require('node:assert');
const { AuthEmulatorError, Emulator, binary } = require('auth-emulator');

(async () => {
  const emulator = await Emulator.join();
  const project = await emulator.project('demo-node');
  console.log('a project');
  assert.equal(project.url, `http://${project.host}`);
  assert.equal(project.environment.FIREBASE_AUTH_EMULATOR_HOST, project.host);
  assert.equal(project.apiKey, 'emulator-demo-node');
  const post = (operation, body) =>
    fetch(project.endpoint(operation), {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const signIn = (password = 'secret1') =>
    post('accounts:signInWithPassword', { email: 'ann@example.com', password });
  console.log('the app');
  assert.match(await emulator.send('GET', '/emulator/v1/health'), /version/);
  assert.ok((await emulator.call('GET', 'projects')).projects.length);
  console.log('any other call');
  await project.seed({ users: [{ localId: 'ann', email: 'ann@example.com', password: 'secret1' }] });
  assert.equal((await project.export()).projects['demo-node'].users.length, 1);
  await project.snapshot(async () => {
    await project.removeUsers();
    assert.deepEqual(await project.users(), []);
  });
  console.log('users, people, settings');
  assert.deepEqual((await project.users()).map((user) => user.localId), ['ann']);
  await project.snapshot('ready');
  await project.restore('ready');
  console.log('states');
  await project.set({ recentLogin: 'on' });
  assert.equal((await project.settings()).recentLogin, 'on');
  console.log('switches');
  assert.equal((await project.user({ uid: 'ann' })).email, 'ann@example.com');
  assert.equal(await project.user({ email: 'bob@example.com' }), undefined);
  console.log('users');

  const account = { email: 'ann@example.com' };
  assert.ok((await project.mint('apple.com', { account, rawNonce: 'n' })).idToken);
  const { idToken } = await project.mint('oidc.acme', { account });
  const { postBody: saml } = await project.mint('saml.acme', { account });
  for (const postBody of [`id_token=${idToken}&providerId=oidc.acme`, saml]) {
    const session = await post('accounts:signInWithIdp', { postBody, requestUri: 'http://localhost' });
    assert.equal((await session.json()).email, 'ann@example.com');
  }
  console.log('a sign-in without a page');

  await post('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ann@example.com' });
  const { code, link } = await project.code('Ann@Example.com', { type: 'PASSWORD_RESET' });
  assert.ok(link.includes(code));
  setTimeout(() => post('accounts:sendVerificationCode', { phoneNumber: '+12025550100' }), 200);
  assert.equal((await project.code('+12025550100', { timeout: 60_000 })).code.length, 6);
  assert.deepEqual((await project.messages()).map((each) => each.kind), ['text', 'email']);
  await post('accounts:resetPassword', { oobCode: code, newPassword: 'secret1' });
  await assert.rejects(project.code('ann@example.com', { timeout: 100 }), {
    message: 'Project demo-node has no unused code for ann@example.com. Its last messages: text for' +
      ' +12025550100, PASSWORD_RESET for ann@example.com (used).' });
  await assert.rejects(project.totpCode('ann'), (error) => error.status === 404);
  console.log('codes');

  assert.ok((await signIn()).ok);
  await project.withFault({ status: 503 }, 'accounts:signInWithPassword', async () => {
    assert.equal((await project.faults.list()).length, 1);
    assert.equal((await signIn()).status, 503);
  });
  assert.deepEqual(await project.faults.list(), []);
  await project.faults.add({ drop: true }, { path: '*/accounts:delete' }, { times: 1, probability: 0.5, seed: 1 });
  await project.faults.remove(await project.faults.add({ status: 503 }));
  assert.equal((await project.faults.list()).length, 1);
  await project.faults.removeAll();
  console.log('faults');

  assert.ok(!(await signIn('wrong')).ok);
  assert.equal((await project.requests({ status: '4xx' }))[0].operation, 'accounts:signInWithPassword');
  assert.match(await project.explain(), /INVALID_PASSWORD/);
  console.log('reasons');

  const { now } = await emulator.clock.advance({ minutes: 5 });
  await emulator.clock.set(new Date(now), { frozen: true });
  await emulator.clock.freeze();
  assert.ok((await emulator.clock.state()).frozen);
  await emulator.clock.reset();
  await assert.rejects(emulator.clock.set('yesterday'), (error) =>
    error instanceof AuthEmulatorError && error.status === 400 && error.message.includes('yesterday'));
  console.log('time');

  assert.match(binary(), /auth-emulator$/);
  const own = await Emulator.launch('--project', 'demo-own');
  assert.equal((await own.health()).project, 'demo-own');
  await own.reset();
  console.log('the whole emulator');
  const ownProject = await own.project();
  const stopped = ownProject.withFault({ status: 503 }, 'accounts:signUp', async () => {
    await own.stop();
    throw new Error('of the body');
  });
  await assert.rejects(stopped, /of the body/);
  await Emulator.launch(); // ends with this process
  console.log('to start or join');
})();
