import { getFirstError } from '../../platform/first-error.ts'

/** What a check found. A fault keeps the server from working, a warning makes it worse than it could be. */
export type Finding =
  | { state: 'ok'; text: string }
  | { state: 'warning' | 'fault'; text: string; remedy: string }

export interface Check {
  title: string
  /** Leaves nothing behind. An error is a fault without a remedy of its own. */
  run(): Promise<Finding>
}

export const good = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string, remedy: string): Finding => ({ state: 'warning', text, remedy })
export const fault = (text: string, remedy: string): Finding => ({ state: 'fault', text, remedy })

/** The reason of a failure. */
export function formatReason(error: unknown): string {
  const first = getFirstError(error)
  if (!(first instanceof Error)) return String(first)
  const { cause } = first
  return cause instanceof Error ? formatReason(cause) : first.message || first.name
}

/** Writes a line of each finding and counts them. */
export class Report {
  readonly #counts = { ok: 0, warning: 0, fault: 0 }

  constructor(readonly write: (line: string) => void) {}

  /** Runs the checks one after the other; true: none of them found a fault. */
  async run(checks: readonly Check[]): Promise<boolean> {
    const before = this.#counts.fault
    for (const { title, run } of checks) {
      const finding = await run().catch((error: unknown) =>
        fault(formatReason(error), 'docs/operations.md describes what the server needs'),
      )
      this.#counts[finding.state] += 1
      this.write(`${finding.state.padEnd(8)} ${title}: ${finding.text}`)
      if (finding.state !== 'ok') this.write(`${' '.repeat(9)}remedy: ${finding.remedy}`)
    }
    return this.#counts.fault === before
  }

  /** Writes the numbers; true: there was no fault. */
  close(): boolean {
    const { ok, warning, fault } = this.#counts
    this.write(`${ok} ok, ${warning} warnings, ${fault} faults`)
    return fault === 0
  }
}
