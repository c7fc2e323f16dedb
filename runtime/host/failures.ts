import { AppError } from '#runtime/kernel/errors.ts'

type Report = (text: string, place: string) => Promise<string>

let report: Report | null = null
const reported = new Map<string, Promise<string | null>>()

/** The house says how the server hears of what failed in the page; it answers with the number in its log. */
export function setFailureReporter(way: Report): void {
  report = way
}

/** The number to quote for a failure: of the request that failed, else of the report about it; null where there is none. */
export function failureNumber(error: unknown): Promise<string | null> {
  if (error instanceof AppError && error.requestId) return Promise.resolve(error.requestId)
  if (error instanceof AppError || !report) return Promise.resolve(null)
  const text = String(error).slice(0, 500)
  // A list that can't draw a column fails in each row: that is one report.
  const known = reported.get(text)
  if (known) return known
  const number = report(text, window.location.pathname.slice(0, 300)).catch(() => null)
  reported.set(text, number)
  return number
}
