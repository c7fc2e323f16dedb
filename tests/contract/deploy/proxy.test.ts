import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { globalAgent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { runDoctor } from '#server/app/doctor/command.ts'
import { type Running, startServer } from '#server/app/start.ts'
import { readConfig } from '#server/platform/config.ts'
import { freePort } from '../../support/free-port.ts'
import { socketApplication } from '../../support/socket-application.ts'
import { buildDatabaseUrl, openTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { readText } from './files.ts'

const password = 'lantern-orchid-7'
const folder = mkdtempSync(join(tmpdir(), 'office-proxy-'))
const key = join(folder, 'key.pem')
const certificate = join(folder, 'fullchain.pem')
const both = join(folder, 'office.pem')

let test: TestDatabase
let env: Record<string, string>
/** The address of the client, which is not that of the proxy. */
const client = '127.0.0.2'
/** Two instances; the third one of the examples is down. */
let instances: Running[]
let down: number
beforeAll(async () => {
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...[
        '-keyout',
        key,
        '-out',
        certificate,
        '-subj',
        '/CN=127.0.0.1',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
      ],
    ],
    { stdio: 'ignore' },
  )
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  test = await openTestDatabase({ migrations: socketApplication.migrations })
  env = {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: '5e'.repeat(32),
    DATABASE_URL: buildDatabaseUrl(test.links.app),
    DATABASE_OWNER_URL: buildDatabaseUrl(test.links.owner),
    REPORT_DATABASE_URL: buildDatabaseUrl(test.links.report),
    ADMIN_PASSWORD: password,
    TRUSTED_PROXY: '127.0.0.1',
    DEMO: '0',
    LOG_LEVEL: 'silent',
  }
  const start = () => startServer(readConfig(env), socketApplication, () => undefined)
  instances = [await start(), await start()]
  down = await freePort()
})
afterAll(async () => {
  for (const instance of instances ?? []) await instance.stop()
  await test?.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Proxy {
  port: number
  stop(): Promise<void>
}

/** The paths that Debian builds into nginx belong to root. */
const moveFiles = (config: string): string => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const top = `pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\n`
  return top + config.replace('http {', `http {\naccess_log off;\n${temporary.join('\n')}`)
}

/** The example with the ports, certificates and folders of this test. */
async function adapt(name: string): Promise<{ file: string; port: number }> {
  const port = await freePort()
  const plain = await freePort()
  const ports = [...instances.map(({ address }) => new URL(address).port), String(down)]
  const adapted = readText(`proxy/${name}`)
    .replace(/127\.0\.0\.1:300([123])/g, (_, place) => `127.0.0.1:${ports[Number(place) - 1]}`)
    .replace(/(listen |bind :)443 ssl/, `$1${port} ssl`)
    .replace(/(listen |bind :)80\b/, `$1${plain}`)
    .replace('/etc/ssl/office/office.pem', both)
    .replace('/etc/ssl/office/', `${folder}/`)
    .replace('/etc/ssl/office/', `${folder}/`)
  const file = join(folder, name)
  writeFileSync(file, name === 'nginx.conf' ? moveFiles(adapted) : adapted)
  return { file, port }
}

/** Sends a request through the proxy, whose certificate is its own authority. */
const ask = (port: number, path: string, headers: Record<string, string> = {}, body?: object) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body ? 'POST' : 'GET',
        localAddress: client,
        ca: readFileSync(certificate),
        agent: false,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      },
      (answer) =>
        void text(answer).then((all) => resolve({ status: answer.statusCode ?? 0, body: all }), reject),
    )
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })

async function run(command: string, args: readonly string[], port: number): Promise<Proxy> {
  const child: ChildProcess = spawn(command, args, { stdio: 'ignore' })
  const isUp = () =>
    ask(port, '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  return { port, stop }
}

const proxies = {
  'nginx.conf': {
    check: (file: string) =>
      execFileSync('nginx', ['-t', '-e', join(folder, 'error.log'), '-c', file], { stdio: 'pipe' }),
    start: (file: string, port: number) =>
      run(
        'nginx',
        ['-e', join(folder, 'error.log'), '-c', file, '-g', 'daemon off; master_process off;'],
        port,
      ),
  },
  'haproxy.cfg': {
    check: (file: string) => execFileSync('haproxy', ['-c', '-f', file], { stdio: 'pipe' }),
    start: (file: string, port: number) => run('haproxy', ['-db', '-f', file], port),
  },
}

describe.each(Object.entries(proxies))('the example %s', (name, { check, start }) => {
  let proxy: Proxy
  beforeAll(async () => {
    const { file, port } = await adapt(name)
    check(file)
    proxy = await start(file, port)
  })
  afterAll(() => proxy?.stop())

  it('passes on a sign-in with the real address of the client, whatever the client sends', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': name }
    const { body } = await ask(proxy.port, '/sys/login', headers, { username: 'admin', password })
    const { token, userInfo } = (JSON.parse(body) as { result: { token: string; userInfo: { id: string } } })
      .result
    const { rows } = await sql<{ ip: string }>`select distinct ip from sys_session`.execute(test.db.owner)
    expect(rows).toEqual([{ ip: client }])

    // A session of one instance is one of each: sockets need no sticky sessions either.
    const origin = `https://127.0.0.1:${proxy.port}`
    for (let turn = 0; turn < 4; turn += 1) {
      const socket = new WebSocket(`${origin.replace('https', 'wss')}/websocket/${userInfo.id}`, [token], {
        ca: readFileSync(certificate),
        localAddress: client,
        origin,
      })
      const answer = new Promise((resolve, reject) =>
        socket.on('message', (data) => resolve(String(data))).on('error', reject),
      )
      await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
      socket.send('HeartBeat')
      expect(await answer).toContain('heartcheck')
      socket.terminate()
    }
  })

  it('hides the figures of collectors, and serves requests while an instance is down', async () => {
    for (const path of ['/metrics', '/jeecg-boot/metrics'])
      expect((await ask(proxy.port, path)).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask(proxy.port, '/sys/loginWays')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('satisfies the doctor', async () => {
    const lines: string[] = []
    const url = `https://127.0.0.1:${proxy.port}`
    // What NODE_EXTRA_CA_CERTS does for a process.
    globalAgent.options.ca = readFileSync(certificate)
    await runDoctor(['--url', url], env, (line) => lines.push(line))
    delete globalAgent.options.ca
    expect(lines).toContain('ok       headers of the proxy: the client of this request is 127.0.0.1')
    expect(lines).toContain('ok       live sockets: the connection is upgraded')
  })
})
