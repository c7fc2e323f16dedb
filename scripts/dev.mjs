// npm run dev: the server under tsx and the app under Vite, both reloading; open http://127.0.0.1:5173
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
// Own process groups: only this process forwards Ctrl-C, once, so that the database is stopped and not killed.
const start = (command, args) =>
  spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit', detached: true })
const children = [start('tsx', ['watch', '--clear-screen=false', 'src/server/main.ts']), start('vite', [])]
let stopping = false
const stop = () => {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill('SIGINT')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
