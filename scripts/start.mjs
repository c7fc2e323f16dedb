// npm start: install if needed, build if stale, then run server and app in one process.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt, root, run } from './run.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed, this is ${process.version}.`)
  process.exit(1)
}

/** Whether the installed packages match the lockfile; packages for other machines may be absent. */
function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const have = readPackages(installed)
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(
    ([path, { version, optional }]) => path === '' || optional || have[path]?.version === version,
  )
}

if (!isInstalled()) {
  console.error('Installing packages from the lockfile …')
  if ((await run('npm', ['ci', '--no-audit', '--no-fund'], { quiet: true })) !== 0) process.exit(1)
}
if (!isBuilt()) {
  console.error('Building …')
  if ((await run('node', ['scripts/build.mjs'], { quiet: true })) !== 0) process.exit(1)
}
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))

// Without a bound, glibc keeps the freed memory of each thread of its own, and the process grows for hours.
const env = { MALLOC_ARENA_MAX: '2', ...process.env }
const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
  cwd: root,
  env,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(signal ? 1 : code))
