// node scripts/command.mjs FILE …: a command of operators in TypeScript, with the settings of `npm start`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

if (!existsSync(join(root, 'node_modules', '.bin', 'tsx'))) {
  console.error('The packages are not installed. Run: npm ci')
  process.exit(1)
}
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
const [file = '', ...words] = process.argv.slice(2)
process.exit(await run('tsx', [join(root, file), ...words]))
