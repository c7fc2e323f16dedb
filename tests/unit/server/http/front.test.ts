import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createListener, type FrontBounds, type Listener } from '#server/platform/http/front.ts'

async function open(bounds: Partial<FrontBounds>): Promise<Listener> {
  const front = createListener('127.0.0.1', 0, bounds)
  await front.listen()
  onTestFinished(() => front.close())
  // Answers when the body is complete.
  front.use((request, response) => {
    if (request.url === '/refuses') return void response.writeHead(401).end('refused')
    let bytes = 0
    request.on('data', (chunk) => {
      bytes += chunk.length
    })
    request.on('end', () => response.end(`${bytes} bytes`))
  })
  return front
}

function dial({ address }: Listener, text: string): Socket {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(text)
  return socket
}

const head = (length: number, path = '/') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`

const closed = (socket: Socket) => new Promise((resolve) => socket.resume().on('close', resolve))

it('connection is closed when its body stops arriving', async () => {
  const front = await open({ idle: 100 })
  await closed(dial(front, `${head(1000)}abc`))
})

it('connection is closed when its body arrives too slowly', async () => {
  const front = await open({ idle: 200, minRate: 1_000_000 })
  const socket = dial(front, head(100_000))
  const drip = setInterval(() => socket.write('x'), 20)
  onTestFinished(() => clearInterval(drip))
  await closed(socket)
})

it('connection is closed when the rest of a refused body does not arrive', async () => {
  const front = await open({ idle: 100 })
  const socket = dial(front, head(1000, '/refuses'))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 401 /)
  await closed(socket)
})

it('connection is closed when a body exceeds the largest limit', async () => {
  const front = await open({ idle: 100, maxBytes: 100_000 })
  const socket = dial(front, 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
  const chunk = `${(10_000).toString(16)}\r\n${'x'.repeat(10_000)}\r\n`
  const stream = setInterval(() => socket.write(chunk), 5)
  onTestFinished(() => clearInterval(stream))
  await closed(socket)
})

it('connection is closed when no request arrives, or only a part of a request', async () => {
  const front = await open({ head: 200 })
  await Promise.all([closed(dial(front, '')), closed(dial(front, 'GET / HTTP/1.1\r\nhost:'))])
})

it('connection is closed when a request exceeds its total time', async () => {
  const front = await open({ head: 200, total: 300 })
  const socket = dial(front, head(1_000_000))
  const stream = setInterval(() => socket.write('x'.repeat(100)), 20)
  onTestFinished(() => clearInterval(stream))
  await closed(socket)
})

it('connection is closed when its client does not read the answer', async () => {
  const front = await open({ silent: 200 })
  front.use((_request, response) => void response.end('x'.repeat(20_000_000)))
  const [response] = (await Promise.all([
    once(front.server, 'request').then(([, response]) => once(response, 'close')),
    once(dial(front, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n').pause(), 'connect'),
  ])) as unknown[]
  expect(response).toBeDefined()
})

it('slow body is read to its end when it keeps arriving', async () => {
  const front = await open({ idle: 200, minRate: 100 })
  const socket = dial(front, head(400))
  for (let sent = 0; sent < 400; sent += 10) {
    socket.write('x'.repeat(10))
    await sleep(20)
  }
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('400 bytes')
})

it('body waits without an error when the server is not ready to read it', async () => {
  const front = await open({ idle: 100 })
  front.use((request, response) => {
    setTimeout(() => {
      request.resume().on('end', () => response.end('late'))
    }, 500)
  })
  const socket = dial(front, `${head(10)}0123456789`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('late')
})

it('head of a request over 16 KB is refused', async () => {
  const front = await open({})
  const socket = dial(front, `GET /?${'x'.repeat(17_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 431 /)
})

it('a browser that comes while the server starts gets a page that asks again, a call an answer, a probe the state', async () => {
  const front = createListener('127.0.0.1', 0)
  await front.listen()
  onTestFinished(() => front.close())
  const ask = async (path: string, accept: string) => {
    const answer = await fetch(front.address + path, { headers: { accept } })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const page = await ask('/stock/in-bill', 'text/html,*/*;q=0.8')
  expect(page).toMatchObject({ status: 503, type: 'text/html; charset=utf-8' })
  expect(page.text).toContain('http-equiv="refresh"')
  expect(page.text).toContain('系统正在启动')
  const call = await ask('/jeecg-boot/sys/user/list', 'application/json, text/plain, */*')
  expect(JSON.parse(call.text)).toMatchObject({ success: false, message: '服务暂时不可用，请稍后重试' })
  expect(JSON.parse((await ask('/readyz', 'text/html')).text)).toEqual({ status: 'starting' })
})
