import { MAX_BODY } from '#server/platform/http/limits/bounds.ts'
import { createClient, signIn } from './abuse/client.ts'
import { PASSWORD, startTarget } from './abuse/server.ts'
import { faultyDocument } from './documents/faulty-document.ts'
import { LOOP_DELAY, watchServer } from './excel/watch.ts'
import { type Budget, median } from './measure/budget.ts'

const ROUNDS = 3
/** Four times the bytes cost four times the work, and half of that for what a loaded machine adds. */
const MAX_GROWTH = 6

/**
 * The check of a faulty document of 1 MB and of one four times as large, against the built server: its time is linear and the
 * server's own thread is free meanwhile.
 */
export async function benchDocuments(): Promise<Budget[]> {
  const target = await startTarget({ preloaded: [LOOP_DELAY] })
  try {
    const send = createClient(target.url)
    const token = await signIn(send, 'admin', PASSWORD)
    const check = async (body: string): Promise<number> => {
      const reply = await send('/schema/check', { method: 'POST', token, body })
      const { result } = JSON.parse(reply.body || '{}') as { result?: readonly { code?: string }[] }
      if (result?.at(-1)?.code !== 'TOO_MANY_PROBLEMS') throw new Error(reply.body.slice(0, 300))
      return reply.milliseconds
    }
    const checkAll = async (body: string): Promise<number> => {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await check(body))
      return median(times)
    }
    const small = faultyDocument(MAX_BODY / 4)
    const large = faultyDocument(MAX_BODY)
    // The first check starts the thread.
    await check(small)
    const ofSmall = await checkAll(small)
    const { value: ofLarge, loop } = await watchServer(target, () => checkAll(large))
    return [
      {
        name: `check of a faulty document of 4 MB (${ofLarge.toFixed(0)} ms): times that of 1 MB (${ofSmall.toFixed(0)} ms)`,
        value: ofLarge / ofSmall,
        limit: MAX_GROWTH,
        unit: '',
      },
      {
        name: `check of a faulty document of 4 MB: event loop delay p99 (longest ${loop.max.toFixed(0)} ms)`,
        value: loop.p99,
        limit: 50,
        unit: 'ms',
      },
    ]
  } finally {
    await target.stop()
  }
}
