// npm run documents -- <command>: the commands are TypeScript; this starts them on plain Node.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

if (!existsSync(join(root, 'node_modules', '.bin', 'tsx'))) {
  console.error('The packages are not installed. Run: npm ci')
  process.exit(1)
}
// The settings of `npm start`: the commands read the folders and the database that the server reads.
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
process.exit(await run('tsx', [join(root, 'scripts', 'documents', 'documents.ts'), ...process.argv.slice(2)]))
