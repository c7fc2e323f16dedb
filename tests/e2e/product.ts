import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Product {
  url: string
  /** Whole stdout so far. */
  output(): string
  stop(): Promise<number | null>
  process: ChildProcess
}

const lockFile = (data: string) => join(data, 'pg/postmaster.pid')

/** Runs statements in the embedded database of a data folder, through the socket that its lock file names. */
export async function executeIn(data: string, statements: string) {
  const lock = readFileSync(lockFile(data), 'utf8').split('\n')
  const client = new pg.Client({ host: lock[4]?.trim(), user: 'office_owner', database: 'office' })
  await client.connect()
  return client.query(statements).finally(() => client.end())
}

/** Users of the tests are not new to the shell: the tour would stand in the way. shell/help.spec.ts makes one new again. */
async function skipTour(data: string | undefined): Promise<void> {
  if (data === undefined || !existsSync(lockFile(data))) return
  await executeIn(
    data,
    'alter table sys_user alter toured set default true; update sys_user set toured = true',
  )
}

/** Starts the built product as `npm start` does and waits for its ready line. */
export function startProduct(env: Record<string, string>, limitMs = 180_000): Promise<Product> {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: '0', RATE_LIMIT: '0', MAX_LOOP_DELAY: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`not ready in ${limitMs} ms\n${text}\n${errors}`))
    }, limitMs)
    child.stdout.on('data', (chunk) => {
      text += chunk
      const url = /^ready (http:\/\/\S+)$/m.exec(text)?.[1]
      if (!url) return
      clearTimeout(timer)
      const faults = text.split('\n').filter((line) => line.includes('没有成功'))
      if (faults.length > 0) {
        child.kill('SIGKILL')
        reject(new Error(`steps of the database failed:\n${faults.join('\n')}`))
        return
      }
      const product = {
        url,
        output: () => text,
        process: child,
        stop: () => {
          child.kill('SIGINT')
          return exited
        },
      }
      skipTour(env.DATA_DIR).then(() => resolve(product), reject)
    })
    void exited.then((code) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code}\n${text}\n${errors}`))
    })
  })
}

/** A watcher of the folder sees the old file or the new one, never a part of it. */
export function writeWhole(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.part`, text)
  renameSync(`${path}.part`, path)
}

/** A folder under the system's temp folder, gone at the end. */
export function temporary(name: string) {
  const path = mkdtempSync(join(tmpdir(), `${name}-`))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
