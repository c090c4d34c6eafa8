// Runs the commands of a test one after another, as Cypress does, with Playwright.
const { chromium } = require(process.env.DRIVER);
const config = require('./cypress.config.js');
const tasks = {};
const ends = [];
let page;
let commands = Promise.resolve();

function command(body) {
  const result = (commands = commands.then(body));
  // A function that receives the result may append commands.
  return { then: (next) => { commands = result.then(next); } };
}

global.cy = {
  task: (name, argument) => command(() => tasks[name](argument)),
  visit: (address) => command(() => page.goto(address)),
  contains: (text) => {
    command(() => page.getByText(text).waitFor());
    return { click: () => command(() => page.getByText(text).click()) };
  },
};
const tests = [];
global.it = (title, body) => tests.push({ title, body });

(async () => {
  const path = process.env.CHROMIUM;
  const browser = await chromium.launch({
    ...(path ? { executablePath: path } : { channel: 'chrome' }), args: ['--no-sandbox'] });
  page = await browser.newPage();
  await config.e2e.setupNodeEvents((event, value) =>
    event === 'task' ? Object.assign(tasks, value) : ends.push({ event, value }));
  require('./spec.js');
  for (const { title, body } of tests) {
    body();
    for (let last; last !== commands; ) await (last = commands);
    console.log(title);
  }
  await browser.close();
  const { id, apiKey, url } = await tasks.project();
  await fetch(`${url}/v1/accounts:sendVerificationCode?key=${apiKey}`, {
    method: 'POST', body: '{"phoneNumber": "+12025550100"}' });
  console.log((await tasks.code({ id, to: '+12025550100' })).kind);
  for (const { event, value } of ends) {
    console.log(event);
    await value();
  }
})().catch((error) => { console.error(error); process.exit(1); });
