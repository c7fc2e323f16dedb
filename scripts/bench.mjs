// npm run bench [-- NAME …]: measures the budgets that depend on the machine, by the names in tests/bench/main.ts;
// needs a build and a Chromium.
// The first `table` installs the compared table libraries into tests/bench/peers/node_modules.
import { chromium, isBuilt, run } from './run.mjs'

process.env.CHROMIUM = chromium()
if (!isBuilt() && (await run('node', ['scripts/build.mjs'])) !== 0) process.exit(1)
process.exit(await run('tsx', ['tests/bench/main.ts', ...process.argv.slice(2)]))
