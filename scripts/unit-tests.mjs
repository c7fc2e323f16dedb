// The unit and contract tests. Those of the server run on an installed PostgreSQL (that of TEST_DATABASE_URL, or Debian's),
// where there is one, else on the embedded one; the browser tests always run on the embedded one.
// Arguments are test files: `node scripts/unit-tests.mjs tests/unit/server`.
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildThreads } from './build/server.mjs'
import { isBuilt, root, run } from './run.mjs'

/** What the databases of a run and the log of their changes need at most, and as much again for the tests. */
const MIN_FREE_BYTES = 4 * 1024 ** 3

async function runTests(env) {
  mkdirSync(join(root, 'coverage'), { recursive: true })
  const threads = mkdtempSync(join(root, 'coverage/threads-'))
  try {
    if (isBuilt()) cpSync(join(root, 'dist/server'), threads, { recursive: true })
    else await buildThreads(relative(root, threads))
    // The cache does not know all that a module depends on, so it is of one run.
    const MODULE_CACHE = join(threads, 'modules')
    const all = { ...env, BUILT_THREADS: pathToFileURL(threads).href, MODULE_CACHE }
    return await run('vitest', ['run', ...process.argv.slice(2)], { env: all })
  } finally {
    rmSync(threads, { recursive: true, force: true })
  }
}

if (process.env.TEST_DATABASE_URL) process.exit(await runTests())

const versions = '/usr/lib/postgresql'
const version = existsSync(versions) ? readdirSync(versions).sort().at(-1) : undefined
if (!version) {
  console.log('  no PostgreSQL is installed here and TEST_DATABASE_URL is not set: embedded')
  process.exit(await runTests())
}

/**
 * The folder of temporary files in memory, where it has room for the databases of a run, else that on the disk. A database
 * of the tests has 2,000 files: to copy and remove them takes ten times the processor time on a disk.
 */
function getTemporaryFolder() {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return Math.min(bavail * bsize, freemem()) > MIN_FREE_BYTES ? inMemory : tmpdir()
}

const prefix = 'office-postgres-'

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes the folders of runs that were killed, as far as this account may. */
function removeOldFolders(place) {
  for (const name of readdirSync(place)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue
    try {
      rmSync(join(place, name), { recursive: true, force: true })
    } catch (error) {
      console.log(`  ${error.message}`)
    }
  }
}

const bin = join(versions, version, 'bin')
const place = getTemporaryFolder()
removeOldFolders(place)
const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`))
// PostgreSQL refuses to run as root.
const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
const owner = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
// Other accounts connect too, such as that of PgBouncer.
chmodSync(folder, 0o711)
const data = join(folder, 'data')
execFileSync(
  join(bin, 'initdb'),
  ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
  {
    ...owner,
    stdio: 'ignore',
  },
)
// What protects data against a crash, and plans of many seconds, are of no use to tests.
const settings = {
  // A query over a socket of this machine takes two thirds of the processor time of one over TCP.
  listen_addresses: '',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '1GB',
  jit: 'off',
}
const server = spawn(
  join(bin, 'postgres'),
  [
    ...['-D', data, '-k', folder],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ],
  {
    ...owner,
    stdio: 'ignore',
  },
)
try {
  for (let attempt = 0; ; attempt++) {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', folder], { stdio: 'ignore' })
      break
    } catch (error) {
      if (attempt > 1000) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  process.exitCode = await runTests({
    TEST_DATABASE_URL: `postgres://postgres@localhost/postgres?host=${folder}`,
  })
} finally {
  server.kill('SIGINT')
  await new Promise((resolve) => server.on('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}
