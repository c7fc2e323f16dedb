import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { temporary } from '../../e2e/product.ts'

const root = fileURLToPath(new URL('../peers', import.meta.url))
export const peers = ['ag-grid', 'vxe-table'] as const

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** Their packages are no part of the product's: they come with the first measuring. */
function install(): Promise<void> {
  const lock = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  const wanted = lock(join(root, 'package-lock.json'))
  const isThere = Object.entries(JSON.parse(wanted).packages as Record<string, { version?: string }>).every(
    ([path, { version }]) =>
      path === '' || JSON.parse(lock(join(root, path, 'package.json')) || '{}').version === version,
  )
  if (isThere) return Promise.resolve()
  return new Promise((done, fail) => {
    const child = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.on('error', fail)
    child.on('exit', (code) =>
      code === 0 ? done() : fail(new Error(`npm ci of the peers ended with ${code}`)),
    )
  })
}

/** Builds the pages of the other tables as for production and serves them until `stop`. */
export async function servePeers(): Promise<{ url: string; stop(): void }> {
  await install()
  const folder = temporary('office-peers')
  await build({
    root,
    configFile: false,
    base: './',
    logLevel: 'error',
    build: {
      outDir: folder.path,
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 5000,
      rolldownOptions: {
        input: Object.fromEntries(peers.map((peer) => [peer, join(root, peer, 'index.html')])),
      },
    },
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://peers')
    const path = resolve(folder.path, `.${decodeURIComponent(pathname)}`)
    if (!path.startsWith(folder.path + sep) || !existsSync(path)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
    response.end(readFileSync(path))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
      folder.remove()
    },
  }
}
