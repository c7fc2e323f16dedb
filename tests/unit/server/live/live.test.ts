import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createLive, type Live, type LiveLimits } from '#server/platform/live/live.ts'

let server: WebSocketServer
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
})
afterAll(() => server?.close())

interface Peer {
  client: WebSocket
  /** The server's end of the same connection. */
  socket: WebSocket
  frames: { cmd: string; msgId?: string }[]
  closed: Promise<number>
}

/** Opens a real connection to the server that no register of sockets contains yet. */
async function connect(options = {}): Promise<Peer> {
  const { port } = server.address() as AddressInfo
  const accepted = once(server, 'connection')
  const client = new WebSocket(`ws://127.0.0.1:${port}`, options)
  const frames: Peer['frames'] = []
  client.on('message', (data) => frames.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => client.on('close', resolve))
  const [socket] = (await accepted) as [WebSocket]
  await once(client, 'open')
  onTestFinished(() => client.terminate())
  return { client, socket, frames, closed }
}

function open(limits: Partial<LiveLimits>): Live {
  const live = createLive(limits)
  onTestFinished(() => live.close())
  return live
}

describe('a socket whose peer does not read', () => {
  it('receives a bounded number of frames while other sockets receive all, and resynchronises when it reads again', async () => {
    const live = open({ resyncPause: 1 })
    const [silent, reader] = [await connect(), await connect()]
    live.join('s1', 'clerk', silent.socket)
    live.join('s2', 'reader', reader.socket)
    silent.client.pause()
    const msgTxt = 'x'.repeat(60_000)
    // More than the buffers of the operating system hold for a connection.
    for (let turn = 0; turn < 400; turn += 1) {
      const heard = once(reader.client, 'message')
      live.tell({ cmd: 'topic', msgId: String(turn), msgTxt })
      await heard
    }
    expect(reader.frames).toHaveLength(400)
    expect(silent.socket.bufferedAmount).toBeLessThan(256 * 1024)
    silent.client.resume()
    await expect.poll(() => silent.frames.at(-1)?.cmd, { interval: 5 }).toBe('reopened')
    expect(silent.frames.length).toBeLessThan(400)
    // From here on it receives frames as before.
    live.tell({ cmd: 'menu' })
    await expect.poll(() => silent.frames.at(-1)?.cmd, { interval: 5 }).toBe('menu')
  })

  it('is resynchronised by its owner when it has an owner', async () => {
    const live = open({ maxBufferedBytes: 0, resyncPause: 1 })
    const peer = await connect()
    let count = 0
    const connection = live.join('s1', 'clerk', peer.socket, () => {
      count += 1
    })
    connection?.send('{"cmd":"lost"}')
    await expect.poll(() => count, { interval: 5 }).toBe(1)
    expect(peer.frames).toEqual([])
  })

  it('is closed when it does not respond to pings', async () => {
    const live = open({ pingInterval: 40 })
    const [dead, alive] = [await connect({ autoPong: false }), await connect()]
    live.join('s1', 'clerk', dead.socket)
    live.join('s2', 'clerk', alive.socket)
    expect(await dead.closed).toBe(1006)
    // The other socket has answered in the meantime and stays open.
    for (let round = 0; round < 5; round += 1) await once(alive.client, 'ping')
    expect(alive.client.readyState).toBe(WebSocket.OPEN)
  })

  it('is closed with its session when its peer does not answer', async () => {
    const live = open({})
    const silent = await connect()
    live.join('s1', 'clerk', silent.socket)
    silent.client.pause()
    live.end({ session: 's1' })
    await once(silent.socket, 'close')
  })
})

describe('the number of sockets', () => {
  it('is limited for each session, for each user and in total, and a further socket is closed with its own code', async () => {
    const live = open({ maxSocketsPerSession: 2, maxSocketsPerUser: 3, maxSockets: 4 })
    const join = async (session: string, userId: string) => {
      const peer = await connect()
      return { ...peer, isIn: live.join(session, userId, peer.socket) !== null }
    }
    const first = await join('s1', 'clerk')
    expect(first.isIn).toBe(true)
    expect((await join('s1', 'clerk')).isIn).toBe(true)
    const third = await join('s1', 'clerk')
    expect([third.isIn, await third.closed]).toEqual([false, 1013])
    expect((await join('s2', 'clerk')).isIn).toBe(true)
    expect((await join('s3', 'clerk')).isIn).toBe(false)
    expect((await join('s4', 'reader')).isIn).toBe(true)
    expect((await join('s5', 'other')).isIn).toBe(false)
    const left = once(first.socket, 'close')
    first.client.close()
    await left
    expect((await join('s5', 'other')).isIn).toBe(true)
  })
})

it('a page that opens its socket after a change of its menu receives the frame', async () => {
  const live = open({})
  live.tell({ cmd: 'menu' }, new Set(['clerk']))
  const [clerk, reader, table] = [await connect(), await connect(), await connect()]
  live.join('s1', 'clerk', clerk.socket)
  live.join('s2', 'reader', reader.socket)
  live.join('s3', 'clerk', table.socket, () => undefined)
  await expect.poll(() => clerk.frames, { interval: 5 }).toEqual([{ cmd: 'menu' }])
  live.tell({ cmd: 'menu' })
  const late = await connect()
  live.join('s4', 'other', late.socket)
  await expect.poll(() => late.frames, { interval: 5 }).toEqual([{ cmd: 'menu' }])
  expect([reader.frames, table.frames]).toEqual([[{ cmd: 'menu' }], []])
})
