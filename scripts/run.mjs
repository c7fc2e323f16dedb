// Functions of all scripts: run a child process, hash the sources, find the browser.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name) => join(root, 'node_modules', '.bin', name)
/** The compiler of TypeScript 7. Scripts that read syntax trees use the programming interface of `typescript`, which 7 lacks. */
export const tsc = join(root, 'node_modules/typescript-7/bin/tsc')

/** Runs a command to its end; with `quiet` its output goes to stderr, because stdout is for the program's own lines. */
export function run(command, args = [], { env, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(existsSync(bin(command)) ? bin(command) : command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['inherit', quiet ? 2 : 1, 2],
    })
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(signal ? 1 : code))
  })
}

/** Runs a command to its end and returns its exit code and what it printed. */
export function runQuietly(command, args) {
  return new Promise((resolve) => {
    const child = spawn(existsSync(bin(command)) ? bin(command) : command, args, { cwd: root })
    const parts = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part))
    child.on('close', (code) => resolve({ code: code ?? 1, text: Buffer.concat(parts).toString().trim() }))
  })
}

/** Runs the steps in order; stops at the first failed step and prints its name. */
export async function steps(list) {
  for (const [title, action] of list) {
    const start = Date.now()
    console.log(`\n▸ ${title}`)
    const code = await action()
    if (code !== 0) {
      console.error(`✗ ${title} failed`)
      process.exit(1)
    }
    console.log(`  ${title}: ${((Date.now() - start) / 1000).toFixed(1)} s`)
  }
}

function* files(path) {
  if (statSync(path).isFile()) yield path
  else for (const name of readdirSync(path).sort()) yield* files(join(path, name))
}

/** One hash over all files that the build reads. */
export function sourceHash() {
  const hash = createHash('sha256').update(process.version)
  for (const part of [
    'src',
    'runtime',
    'index.html',
    'vite.config.ts',
    'scripts/build.mjs',
    'scripts/audit.ts',
    'scripts/backup',
    'scripts/documents',
    'scripts/build',
    'scripts/budgets.json',
    'scripts/generate/settings-panels.ts',
    'package-lock.json',
  ]) {
    for (const file of files(join(root, part)))
      hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

export const buildMark = join(root, 'dist', 'build-hash')
export const isBuilt = () => existsSync(buildMark) && readFileSync(buildMark, 'utf8') === sourceHash()

export const listFiles = (path) => [...files(path)]

/** Path of an installed Chromium, or an exit with the remedy. The headless build opens a page in half the processor time. */
export function chromium() {
  const found = [
    process.env.CHROMIUM,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path && existsSync(path))
  if (found) return found
  console.error(
    'No Chromium found. Install it (Debian: apt-get install chromium-headless-shell fonts-noto-cjk) or name it in CHROMIUM.',
  )
  process.exit(1)
}
