// Does in a budget of Actual, with Actual's own code, what the JSON on standard input says.
const fs = require('fs');
const api = require('@actual-app/api');

const asked = JSON.parse(fs.readFileSync(0, 'utf8'));
const done = {};

async function found(account, day, amount) {
  const rows = await api.getTransactions(account, day, day);
  return rows.find(each => each.amount === amount).id;
}

// As a person's own change of a row; the functions of the package for it do not wait for its end.
async function changed(what) {
  await api.internal.send('transactions-batch-update', { added: [], updated: [], deleted: [], ...what });
}

const acts = {
  async make({ account, opening, rows }) {
    await api.runImport('Books', async () => {
      const id = await api.createAccount({ name: account, type: 'checking' }, opening);
      await api.addTransactions(id, rows);
    });
  },
  async open() {
    const [budget] = await api.getBudgets();
    await api.loadBudget(budget.id);
  },
  async importInto({ rows }) {
    const { added, updated } = await api.importTransactions(rows[0].account, rows);
    (done.imports ||= []).push([added.length, updated.length]);
  },
  async amend({ account, day, was, now }) {
    await changed({ updated: [{ id: await found(account, day, was), amount: now }] });
  },
  async remove({ account, day, was }) {
    await changed({ deleted: [{ id: await found(account, day, was) }] });
  },
  async parse({ file }) {
    done.parsed = await api.internal.send('transactions-parse-file', { filepath: file, options: {} });
  },
};

(async () => {
  const say = console.log;
  console.log = console.warn = () => {};
  await api.init({ dataDir: process.argv[2] });
  for (const [what, given] of asked) await acts[what](given);
  await api.shutdown();
  say(JSON.stringify(done));
})().catch(error => {
  console.error(error);
  process.exit(1);
});
