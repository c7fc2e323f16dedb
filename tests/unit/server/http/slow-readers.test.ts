import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { streamWithPermit } from '#server/platform/http/limits/paced-body.ts'
import { permitRefusal } from '#server/platform/store/queue/concurrency.ts'
import { FairQueue } from '#server/platform/store/queue/fair-queue.ts'
import { runAs } from '#server/platform/store/requester.ts'

/** More than the buffers of the answer (4 MB) and of both ends of a socket hold. */
const PARTS = 400
const part = Buffer.alloc(64 * 1024, 'x')

let server: Server | undefined
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server?.close()
})

/** A server whose answers need one of two permits; `left` counts those that were released. */
async function startServer(maxWait: number) {
  const limits = { maxRunning: 2, maxRunningPerKey: 1, maxPending: 9, maxPendingPerKey: 2, maxWait: 20_000 }
  const permits = new FairQueue(limits, permitRefusal)
  const seen = { left: 0 }
  async function* parts(count: number) {
    for (let at = 0; at < count; at += 1) yield part
  }
  const opened = createServer(async (request, response) => {
    const [, key = '', count = ''] = (request.url ?? '').split('/')
    const body = await streamWithPermit(
      async (send) => {
        await permits
          .run(key, () => send(parts(Number(count))))
          .finally(() => {
            seen.left += 1
          })
      },
      { maxWait, isAwaited: () => permits.isAwaitedBeside(key) },
    )
    body.on('error', () => response.destroy())
    response.on('close', () => body.destroy())
    body.pipe(response)
  }).listen(0, '127.0.0.1')
  server = opened
  await once(opened, 'listening')
  const { port } = opened.address() as AddressInfo
  /** Requests an answer and reads nothing of it. */
  const ask = (key: string): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    socket.pause()
    socket.write(`GET /${key}/${PARTS} HTTP/1.0\r\n\r\n`)
    return socket
  }
  return { ask, seen, fetchOne: () => fetch(`http://127.0.0.1:${port}/other/1`) }
}

it('two readers that take nothing lose their permits and receive the whole answer later', async () => {
  const { ask, seen, fetchOne } = await startServer(50)
  const slow = ['a', 'b'].map(ask)
  const other = await fetchOne()
  expect((await other.arrayBuffer()).byteLength).toBe(part.length)
  await expect.poll(() => seen.left, { timeout: 10_000 }).toBe(3)
  const sizes = await Promise.all(
    slow.map(async (socket) => {
      let size = 0
      for await (const chunk of socket) size += chunk.length
      return size
    }),
  )
  for (const size of sizes) expect(size).toBeGreaterThan(PARTS * part.length)
})

it('two readers that take nothing lose their permits at once when somebody else waits', async () => {
  const { ask, fetchOne } = await startServer(60_000)
  for (const key of ['a', 'b']) await once(ask(key), 'connect')
  const start = performance.now()
  expect((await (await fetchOne()).arrayBuffer()).byteLength).toBe(part.length)
  expect(performance.now() - start).toBeLessThan(5000)
}, 20_000)

it('a permit is released when its reader disconnects', async () => {
  const { ask, seen, fetchOne } = await startServer(60_000)
  const slow = ['a', 'b'].map(ask)
  const other = fetchOne()
  for (const socket of slow) {
    await once(socket, 'connect')
    socket.destroy()
  }
  expect((await (await other).arrayBuffer()).byteLength).toBe(part.length)
  await expect.poll(() => seen.left, { timeout: 10_000 }).toBe(3)
})

describe('without the buffers of a line', () => {
  const MAX_WAIT = 200

  /** An answer of `PARTS` numbered parts; `permit` resolves when it is released. */
  async function streamParts(limits: { maxWait?: number; isAwaited?: () => boolean } = {}) {
    let end = () => {}
    const permit = new Promise<'released'>((resolve) => {
      end = () => resolve('released')
    })
    async function* parts() {
      for (let at = 0; at < PARTS; at += 1) yield Buffer.alloc(part.length, at)
    }
    const body = await streamWithPermit((send) => send(parts()).finally(end), {
      maxWait: MAX_WAIT,
      ...limits,
    })
    return { body, permit }
  }
  const isOver = (permit: Promise<'released'>, time: number) =>
    Promise.race([permit, sleep(time, 'held' as const)])

  /** Whether the bytes are those of the parts that follow `received` bytes. */
  const isNext = (chunk: Buffer, received: number) =>
    chunk.every((byte, at) => byte === (Math.floor((received + at) / part.length) & 0xff))

  it('a permit waits its share for a reader and is released; the reader gets all parts in their order', async () => {
    const { body, permit } = await streamParts()
    expect(await isOver(permit, MAX_WAIT / 2)).toBe('held')
    expect(await isOver(permit, 5000)).toBe('released')
    let received = 0
    for await (const chunk of body) {
      expect(isNext(chunk, received)).toBe(true)
      received += chunk.length
    }
    expect(received).toBe(PARTS * part.length)
  })

  it('a permit that others wait for is released long before the share of its reader', async () => {
    const start = performance.now()
    const others = { isAwaited: () => performance.now() - start > 100 }
    const { body, permit } = await streamParts({ maxWait: 60_000, ...others })
    expect(await isOver(permit, 5000)).toBe('released')
    body.destroy()
  })

  it('a reader that takes a little again and again gets no more time', async () => {
    const { body, permit } = await streamParts()
    const trickle = setInterval(() => body.read(part.length), MAX_WAIT / 10)
    // All parts at this pace take eight seconds.
    expect(await isOver(permit, 3000)).toBe('released')
    clearInterval(trickle)
    body.destroy()
  })

  it('a fifth answer is refused while four of the same person stand in files', async () => {
    const signal = () => undefined
    const asPerson = (key: string) => runAs({ key, signal }, () => streamParts({ maxWait: 1 }))
    const slow = await Promise.all(Array.from({ length: 4 }, () => asPerson('甲')))
    await Promise.all(slow.map(({ permit }) => permit))
    await expect(asPerson('甲')).rejects.toMatchObject({ code: 'REQUESTER_BUSY' })
    const other = await asPerson('乙')
    for (const { body } of [...slow, other]) body.destroy()
    await expect.poll(() => asPerson('甲').then(({ body }) => body.destroy()), { timeout: 5000 }).toBeTruthy()
  })
})
