import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { waitUntil } from '../../../scripts/cluster/processes.ts'
import { endProcess } from '../../support/end-process.ts'
import { freePort } from '../../support/free-port.ts'
import { startSecondPostgres } from '../../support/second-postgres.ts'
import type { Budget } from '../measure/budget.ts'
import { countNothing, signIn } from './saves.ts'

const dockerfile = 'deploy/Dockerfile'
const adminPassword = 'image-orchid-7'
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** Programs of Debian, with their answer as text. */
const run = (command: string, ...words: string[]): string =>
  execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

/**
 * Builds the image of deploy/Dockerfile and starts it on a database. As no registry of images is needed, the base is a Debian by
 * debootstrap with the Node.js and the npm of this machine. Needs root and the Debian packages `buildah` and `debootstrap`.
 */
export async function benchImage(): Promise<Budget[]> {
  const folder = mkdtempSync(join(tmpdir(), 'office-image-'))
  const place = [
    '--root',
    join(folder, 'storage'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ]
  const buildah = (command: string, ...words: string[]) => run('buildah', ...place, command, ...words)
  try {
    makeBase(join(folder, 'base'))
    const base = buildah('from', 'scratch')
    buildah('copy', '-q', base, join(folder, 'base'), '/')
    const [, name = ''] = /^FROM (\S+)/m.exec(readFileSync(dockerfile, 'utf8')) ?? []
    buildah('commit', '-q', '--rm', base, `docker.io/library/${name}`)
    const isolation = ['--isolation', 'chroot', '--network', 'host']
    buildah('build', '-q', ...isolation, '--pull-never', '-f', dockerfile, '-t', 'office', '.')
    const container = buildah('from', '--pull-never', 'office')
    const bytes = Number(run('du', '-sb', buildah('mount', container)).split('\t')[0])
    const inside = ['run', ...isolation, '--user', '1000']
    const faults = await tryImage((settings, ...words) => [
      ...place,
      ...inside,
      ...settings.flatMap((setting) => ['-e', setting]),
      container,
      '--',
      ...words,
    ])
    for (const fault of faults) console.log(`  ${fault}`)
    return [
      countNothing('image: faults', faults.length),
      { name: 'image: files', value: bytes / 1024 ** 2, limit: 800, unit: 'MB' },
    ]
  } finally {
    run('buildah', ...place, 'rm', '-a')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A Debian with Node.js, as the images of Node.js have it. */
function makeBase(base: string): void {
  run('debootstrap', '--variant=minbase', '--include=libstdc++6,ca-certificates', 'bookworm', base)
  const node = process.execPath
  const npm = join(dirname(dirname(node)), 'lib/node_modules/npm')
  mkdirSync(join(base, 'usr/local/lib/node_modules'), { recursive: true })
  cpSync(node, join(base, 'usr/local/bin/node'))
  cpSync(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true })
  run('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'))
  run('chroot', base, 'useradd', '-u', '1000', '-U', '-m', 'node')
  // A registry behind a certificate of this place.
  if (!existsSync(certificates)) return
  cpSync(certificates, join(base, certificates))
  mkdirSync(join(base, 'usr/local/etc'), { recursive: true })
  appendFileSync(join(base, 'usr/local/etc/npmrc'), `cafile=${certificates}\n`)
}

type Inside = (settings: readonly string[], ...words: string[]) => string[]

/** Starts the image on a database of its own; what does not work. */
async function tryImage(inside: Inside): Promise<string[]> {
  const database = await startSecondPostgres()
  await database.query('create database office')
  const { host, port, user, password } = database.link
  const web = await freePort()
  const url = `http://127.0.0.1:${web}`
  const settings = [
    `DATABASE_URL=postgres://${user}:${password}@${host}:${port}/office`,
    ...['DEMO=0', `PORT=${web}`, `ADMIN_PASSWORD=${adminPassword}`],
  ]
  const server = spawn('buildah', inside(settings, 'node', 'dist/server/main.js'), { stdio: 'ignore' })
  const faults: string[] = []
  const expectFailure = (goal: string, ...words: string[]) => {
    try {
      execFileSync('buildah', inside([], ...words), { stdio: 'ignore' })
      faults.push(goal)
    } catch {
      // As it should.
    }
  }
  try {
    await waitUntil('the image', async () => (await fetch(`${url}/healthz`)).ok, 120)
    if (!(await signIn({ url, adminPassword }))) faults.push('nobody can sign in')
    const page = await fetch(url)
    if (!page.ok) faults.push(`the page: ${page.status}`)
    run('buildah', ...inside(settings, 'node', 'dist/server/doctor.js'))
    run('buildah', ...inside([], 'touch', '/data/trial'))
    expectFailure('its user may write into /app', 'touch', '/app/trial')
    for (const tool of ['npm', 'cc', 'make']) expectFailure(`it has ${tool}`, 'which', tool)
    return faults
  } finally {
    if (server.exitCode === null) await endProcess(server, 'SIGTERM')
    await database.remove()
  }
}
