import { channel } from 'node:diagnostics_channel'
import { currentRequester } from './requester.ts'

/** The channel on which the server publishes each statement after its answer; nothing is measured without a subscriber. */
export const STATEMENT_CHANNEL = 'office:statement'

/** A statement as it was sent: its text never contains the values of parameters. */
export interface SentStatement {
  text: string
  /** Milliseconds. */
  took: number
  /** Rows of the answer, or rows that it has changed. */
  rows: number
  hasFailed: boolean
  /** What sent it: the address of the request, or the name of a job; absent: the server itself. */
  sender?: string
}

const statements = channel(STATEMENT_CHANNEL)

/** Sends a statement and publishes what it took. */
export async function sendMeasured<T extends { rowCount?: number | null }>(
  text: string,
  send: () => Promise<T>,
): Promise<T> {
  if (!statements.hasSubscribers) return await send()
  const start = performance.now()
  const publish = (rows: number, hasFailed: boolean) => {
    const { sender } = currentRequester()
    const sent: SentStatement = {
      text,
      took: performance.now() - start,
      rows,
      hasFailed,
      ...(sender !== undefined && { sender }),
    }
    statements.publish(sent)
  }
  try {
    const answer = await send()
    publish(answer.rowCount ?? 0, false)
    return answer
  } catch (error) {
    publish(0, true)
    throw error
  }
}
