import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

export interface ProcessOptions {
  /** The folder that gets `<name>.log`. */
  folder: string
  env?: Record<string, string>
  /** The account that runs it, by numbers. */
  account?: { uid?: number; gid?: number }
}

/** A program of the cluster, in a group of its own. */
export interface RunningProcess {
  name: string
  pid: number
  /** Ends it in order, by SIGTERM, and waits. */
  stop(): Promise<void>
  /** Ends it and everything that it started at once, as a power failure would. */
  kill(): Promise<void>
}

/** Starts a program; what it says is in its log. */
export function startProcess(
  name: string,
  [command, ...words]: readonly [string, ...string[]],
  { folder, env = {}, account = {} }: ProcessOptions,
): RunningProcess {
  const child: ChildProcess = spawn(command, words, {
    env: { ...process.env, ...env },
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      log.write(`${error.message}\n`)
      resolve()
    })
  })
  const signal = (word: NodeJS.Signals, pid: number | undefined) => {
    try {
      if (pid !== undefined) process.kill(pid, word)
    } catch {
      // It has ended.
    }
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    name,
    pid: child.pid ?? 0,
    async stop() {
      if (isRunning()) signal('SIGTERM', child.pid)
      await ended
    },
    async kill() {
      signal('SIGKILL', child.pid === undefined ? undefined : -child.pid)
      await ended
    },
  }
}

/** Asks until the answer is true; rejects with `goal` after `seconds`. */
export async function waitUntil(
  goal: string,
  isDone: () => Promise<boolean>,
  seconds: number,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isDone().catch(() => false))) {
    if (performance.now() > end) throw new Error(`${goal}: not within ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
