import type { ChildProcess } from 'node:child_process'

/** Sends a signal to a running program and waits for its end. */
export async function endProcess(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!child) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
