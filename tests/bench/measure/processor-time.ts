import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of a second in /proc, on every Linux of today. */
const TICKS = 100

interface Used {
  pid: number
  parent: number
  /** Seconds, those of its ended children included. */
  seconds: number
}

/** A process as /proc shows it; null when it has just ended. */
function readProcess(pid: number): Used | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain blanks.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0] = fields.slice(1, 2)
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0)
    return { pid, parent, seconds: ticks / TICKS }
  } catch {
    return null
  }
}

/** Seconds of processor time that a process and all its descendants have used. */
export function readProcessorTime(root: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
  const sum = (pid: number): number =>
    all.reduce((total, each) => total + (each.parent === pid ? each.seconds + sum(each.pid) : 0), 0)
  return (all.find(({ pid }) => pid === root)?.seconds ?? 0) + sum(root)
}
