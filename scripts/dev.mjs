// npm run dev: the server under tsx and the app under Vite, both reloading; open http://127.0.0.1:5173
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
const start = (command, args) =>
  spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' })
const children = [start('tsx', ['watch', '--clear-screen=false', 'src/server/main.ts']), start('vite', [])]
const stop = () => {
  for (const child of children) child.kill('SIGINT')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
