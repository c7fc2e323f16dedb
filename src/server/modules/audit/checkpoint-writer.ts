import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformServices } from '../../platform/services.ts'
import type { Link } from './chain.ts'
import { formatCheckpoint } from './checkpoint.ts'
import { getSink, sendLine } from './sink.ts'

/** Milliseconds between two checkpoints; the last hash of a busy second covers its other lines. */
const PAUSE_MS = 1000
/** Milliseconds before a failed checkpoint is sent again. */
const RETRY = 10_000

export interface CheckpointWriter {
  /** Sends the last line of the chain soon; a newer one replaces one that waits. Never rejects. */
  note(last: Link): void
  /** Sends what waits, and sends nothing afterwards. */
  close(): Promise<void>
}

type Services = Pick<PlatformServices, 'config' | 'secrets' | 'log'>

/** Sends checkpoints to the configured sink. Saves do not wait for it: a failure is logged, and the newest one is sent again. */
export function openCheckpointWriter({ config, secrets, log }: Services): CheckpointWriter {
  let waiting: Link | null = null
  let running: Promise<void> | null = null
  const closing = new AbortController()
  let isFailing = false

  const sendNext = async (): Promise<void> => {
    const link = waiting
    waiting = null
    if (!link) return
    try {
      await sendLine(getSink(config), formatCheckpoint(secrets, link))
      isFailing = false
    } catch (error) {
      waiting ??= link
      if (!isFailing)
        log.error({ err: error, seq: link.seq }, 'the last hash of the operation log was not stored')
      isFailing = true
    }
  }
  const run = async (): Promise<void> => {
    while (waiting && !closing.signal.aborted) {
      await sendNext()
      await sleep(isFailing ? RETRY : PAUSE_MS, null, { signal: closing.signal, ref: false }).catch(
        () => undefined,
      )
    }
    running = null
  }
  return {
    note(last) {
      waiting = last
      if (!closing.signal.aborted) running ??= run()
    },
    async close() {
      closing.abort()
      await running
      await sendNext()
    },
  }
}
