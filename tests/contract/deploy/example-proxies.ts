import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '../../support/free-port.ts'
import { readText } from './files.ts'

/** The address of the client, which is not that of the proxy. */
export const client = '127.0.0.2'

let folder: string
let certificate: string

/** Makes the certificate of the proxies, which is its own authority, in a new folder. */
export function makeCertificate(): string {
  folder = mkdtempSync(join(tmpdir(), 'office-proxy-'))
  const key = join(folder, 'key.pem')
  const file = join(folder, 'fullchain.pem')
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', file, ...subject], {
    stdio: 'ignore',
  })
  certificate = readFileSync(file, 'utf8')
  writeFileSync(join(folder, 'office.pem'), readFileSync(key, 'utf8') + certificate)
  return certificate
}

export const removeFiles = (): void => rmSync(folder, { recursive: true, force: true })

export interface ExampleProxy {
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

/** The example with the ports of the instances, and with the certificates and folders of the tests. */
async function adapt(name: string, ports: readonly number[]): Promise<{ file: string; port: number }> {
  const port = await freePort()
  const plain = await freePort()
  const adapted = readText(`proxy/${name}`)
    .replace(/127\.0\.0\.1:300([123])/g, (_, place) => `127.0.0.1:${ports[Number(place) - 1]}`)
    .replace(/(listen |bind :)443 ssl/, `$1${port} ssl`)
    .replace(/(listen |bind :)80\b/, `$1${plain}`)
    .replace('/etc/ssl/office/office.pem', join(folder, 'office.pem'))
    // Times of the test: an instance is stopped after a second.
    .replace('inter 3s', 'inter 100ms')
    .replace('keepalive_timeout 5s', 'keepalive_timeout 400ms')
    .replaceAll('fail_timeout=5s', 'fail_timeout=1s')
    .replace('/etc/ssl/office/', `${folder}/`)
    .replace('/etc/ssl/office/', `${folder}/`)
  const file = join(folder, name)
  writeFileSync(file, name === 'nginx.conf' ? moveFiles(adapted) : adapted)
  return { file, port }
}

/** Sends a request through the proxy. */
export const ask = (
  port: number,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
  agent: Agent | false = false,
) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body ? 'POST' : 'GET',
        localAddress: client,
        ca: certificate,
        agent,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      },
      (answer) =>
        void text(answer).then(
          (all) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: all }),
          reject,
        ),
    )
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })

async function run(command: string, args: readonly string[], port: number): Promise<ExampleProxy> {
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

type Example = keyof typeof proxies
export const examples = Object.keys(proxies) as Example[]

/** Checks and starts an example before instances at these ports. */
export async function startProxy(name: Example, ports: readonly number[]): Promise<ExampleProxy> {
  const { file, port } = await adapt(name, ports)
  proxies[name].check(file)
  return proxies[name].start(file, port)
}
