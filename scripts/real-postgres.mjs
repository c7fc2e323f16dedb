// The server's tests once more, on an installed PostgreSQL (Debian's, or TEST_DATABASE_URL) instead of the embedded one.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.mjs'

const suites = ['tests/unit/server', 'tests/contract/routes.test.ts', 'tests/contract/documents.test.ts']
const runSuites = (url) => run('vitest', ['run', ...suites], { env: { TEST_DATABASE_URL: url } })

if (process.env.TEST_DATABASE_URL) process.exit(await runSuites(process.env.TEST_DATABASE_URL))

const versions = '/usr/lib/postgresql'
const version = existsSync(versions) ? readdirSync(versions).sort().at(-1) : undefined
if (!version) {
  console.log('  no PostgreSQL is installed here and TEST_DATABASE_URL is not set: embedded only')
  process.exit(0)
}

const bin = join(versions, version, 'bin')
const folder = mkdtempSync(join(tmpdir(), 'office-postgres-'))
// PostgreSQL refuses to run as root.
const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
const owner = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
const data = join(folder, 'data')
execFileSync(
  join(bin, 'initdb'),
  ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
  {
    ...owner,
    stdio: 'ignore',
  },
)
const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address()
    probe.close(() => resolve(port))
  })
})
const server = spawn(
  join(bin, 'postgres'),
  ['-D', data, '-k', folder, '-p', String(port), '-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
  {
    ...owner,
    stdio: 'ignore',
  },
)
try {
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  for (let attempt = 0; ; attempt++) {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      break
    } catch (error) {
      if (attempt > 1000) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  process.exitCode = await runSuites(url)
} finally {
  server.kill('SIGINT')
  await new Promise((resolve) => server.on('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}
