// node scripts/command.mjs FILE …: a command of operators in TypeScript, with the settings of `npm start`. A command that is
// built from these sources runs as built, which starts in a fraction of the time.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commandEntries } from './build/server-entries.mjs'
import { isBuilt, root, run } from './run.mjs'

if (!existsSync(join(root, 'node_modules', '.bin', 'tsx'))) {
  console.error('The packages are not installed. Run: npm ci')
  process.exit(1)
}
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
const [file = '', ...words] = process.argv.slice(2)
const built = Object.entries(commandEntries).find(([, source]) => source === file)?.[0]
const [program, path] = built && isBuilt() ? ['node', join('dist/server', built)] : ['tsx', file]
process.exit(await run(program, [join(root, path), ...words]))
