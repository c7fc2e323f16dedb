import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Product {
  url: string
  /** Whole stdout so far. */
  output(): string
  stop(): Promise<number | null>
  process: ChildProcess
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
      resolve({
        url,
        output: () => text,
        process: child,
        stop: () => {
          child.kill('SIGINT')
          return exited
        },
      })
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
