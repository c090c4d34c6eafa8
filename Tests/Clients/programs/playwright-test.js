// In place of the runner of Playwright: runs the tests of a file with their fixtures, one after another.
const { chromium } = require(process.env.DRIVER);
const tests = [];
let used = {};

function make(fixtures) {
  const test = (title, body) => tests.push({ title, body, fixtures: { ...fixtures }, used: { ...used } });
  test.extend = (more) => make({ ...fixtures, ...more });
  test.use = (options) => Object.assign(used, options);
  test.describe = (title, body) => {
    const outer = { ...used };
    body();
    used = outer;
  };
  return test;
}

// Each fixture is set up around the next one; the last calls the body.
async function around(names, fixtures, values, info, body) {
  const [name, ...others] = names;
  if (!name) return body(values);
  const fixture = [fixtures[name]].flat()[0];
  const next = (value) => around(others, fixtures, { ...values, [name]: value }, info, body);
  return typeof fixture === 'function' ? fixture(values, next, info) : next(values[name] ?? fixture);
}

exports.test = make({
  page: async ({}, use) => {
    const path = process.env.CHROMIUM;
    const browser = await chromium.launch({ ...(path ? { executablePath: path } : { channel: 'chrome' }),
      args: ['--no-sandbox'] });
    await use(await browser.newPage());
    await browser.close();
  },
});
process.once('beforeExit', async () => {
  const info = { status: 'passed', expectedStatus: 'passed' };
  for (const { title, body, fixtures, used } of tests) {
    await around(Object.keys(fixtures), fixtures, used, info, body);
    console.log(title);
  }
});
