import { runAsServer } from '../../platform/store/requester.ts'

/** Milliseconds between two reports of an import or export that runs on after its answer. */
const REPORT_INTERVAL_MS = 1000

/** Puts messages into the inbox of one user. The announcement module implements it. */
export interface UserMessages {
  send(message: {
    userId: string
    title: string
    text: string
    /** The record that the message opens. */
    record?: { screen: string; id: string }
  }): Promise<void>
}

/**
 * Calls `report` every second until the returned function is called: without reports an import or export counts as
 * interrupted. A report that fails is made up by the next one.
 */
export function startReports(report: () => Promise<void>): () => void {
  let isReporting = false
  const reportOnce = async () => {
    if (isReporting) return
    isReporting = true
    await runAsServer(report).catch(() => undefined)
    isReporting = false
  }
  const timer = setInterval(() => void reportOnce(), REPORT_INTERVAL_MS)
  return () => clearInterval(timer)
}
