// npm run audit -- verify: the command is TypeScript; this starts it on plain Node.
import { join } from 'node:path'
import { root, run } from './run.mjs'

process.exit(await run('tsx', [join(root, 'scripts', 'audit.ts'), ...process.argv.slice(2)]))
