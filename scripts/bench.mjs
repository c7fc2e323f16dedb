// npm run bench [-- access user-list cron ledger workflow list lists growth search screens designer table ready sign-in abuse documents rename slow-line excel files failover faults]: measures the budgets that depend on the machine;
// needs a build and a Chromium.
// The first `table` installs the compared table libraries into tests/bench/peers/node_modules.
import { chromium, isBuilt, run } from './run.mjs'

process.env.CHROMIUM = chromium()
if (!isBuilt() && (await run('node', ['scripts/build.mjs'])) !== 0) process.exit(1)
process.exit(await run('tsx', ['tests/bench/main.ts', ...process.argv.slice(2)]))
