/** Parallel uploads of one page; the server refuses more than six per user, who may have two pages open. */
export const MAX_PARALLEL_UPLOADS = 3

interface Queue {
  running: number
  waiting: (() => void)[]
}

const queues = new WeakMap<object, Queue>()

/**
 * Runs uploads over one connection in request order, a few at a time. An upload that is aborted while it waits
 * rejects with the reason of the signal at its turn.
 */
export async function uploadInTurn<T>(
  http: object,
  upload: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const queue = queues.get(http) ?? { running: 0, waiting: [] }
  queues.set(http, queue)
  if (queue.running < MAX_PARALLEL_UPLOADS) queue.running++
  else await new Promise<void>((resolve) => queue.waiting.push(resolve))
  try {
    signal?.throwIfAborted()
    return await upload()
  } finally {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.running--
  }
}
