import { readFileSync } from 'node:fs'

/** Whether any process has this id. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A process id with its start time, or null where none runs: process ids are reused, the pair is not. */
export function readMark(pid: number): string | null {
  if (!isAlive(pid)) return null
  if (process.platform !== 'linux') return String(pid)
  try {
    // Fields after the name in parentheses: the first is the state, the 20th the start time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? []
    // A killed process keeps its id until its parent has reaped it.
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${pid} ${fields[19]}`
  } catch {
    return null
  }
}
