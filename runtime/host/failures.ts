import { AppError } from '#runtime/kernel/errors.ts'

type Report = (text: string, location: string) => Promise<string>

let report: Report | null = null
const reported = new Map<string, Promise<string | null>>()

/** Sets the function that reports client failures to the server; the server returns the number in its log. */
export function setFailureReporter(way: Report): void {
  report = way
}

/** The number of a failure for support: of the failed request, else of the report about it; null if there is none. */
export function failureNumber(error: unknown): Promise<string | null> {
  if (error instanceof AppError && error.requestId) return Promise.resolve(error.requestId)
  if (error instanceof AppError || !report) return Promise.resolve(null)
  const text = String(error).slice(0, 500)
  // A list with a faulty column fails in each row: this is one report.
  const cached = reported.get(text)
  if (cached) return cached
  const number = report(text, window.location.pathname.slice(0, 300)).catch(() => null)
  reported.set(text, number)
  return number
}
