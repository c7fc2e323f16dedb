import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { readBuild } from '../http/files.ts'
import type { HttpServices } from '../services.ts'
import { runAsServer } from '../store/requester.ts'
import { type Connection, closeCodes } from './connection.ts'
import type { Live } from './live.ts'

type SocketServices = Pick<HttpServices, 'config' | 'sessions'> & { live: Live }

const MAX_FRAME_BYTES = 64 * 1024
const MAX_FRAMES_PER_SECOND = 10
/** Milliseconds between two looks for sockets whose sessions ended by their time, or without a message of it. */
const SESSION_CHECK_INTERVAL = 60_000

/** Once per server, before the routes. */
export function addSockets(app: FastifyInstance, { live, sessions }: SocketServices): void {
  // Compression would cost memory for each socket, and a small frame could unpack to a large one.
  app.register(websocket, { options: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false } })
  // No other code closes the connection of a refused handshake: it would stay open.
  app.addHook('onResponse', async ({ raw, headers }) => {
    if (headers.upgrade !== undefined) raw.socket.end()
  })
  sessions.onEnd((ended) => live.end(ended))
  const checking = setInterval(() => {
    endLateSockets({ live, sessions }).catch((error) =>
      app.log.warn({ err: error }, 'open sockets were not checked'),
    )
  }, SESSION_CHECK_INTERVAL).unref()
  app.addHook('onClose', async () => clearInterval(checking))
}

/** Closes the sockets of sessions that ended, however they did. */
export async function endLateSockets({
  live,
  sessions,
}: Pick<SocketServices, 'live' | 'sessions'>): Promise<void> {
  const joined = live.sessions()
  if (joined.size === 0) return
  for (const session of await runAsServer(() => sessions.findEnded(joined))) live.end({ session })
}

/** Before the connection is upgraded: the address must be the user's own, and the page one of the product. */
export const refuseForeign =
  ({ trustedProxy }: Pick<SocketServices['config'], 'trustedProxy'>) =>
  async (request: FastifyRequest) => {
    if (!request.ws) throw appError('NOT_FOUND')
    if (readUserId(request) !== request.user.id || !isOwnOrigin(request, trustedProxy))
      throw appError('FORBIDDEN')
  }

const readUserId = (request: FastifyRequest): string => (request.params as { userId: string }).userId

/** The socket of a signed-in page. Everything is refused at the handshake, before the connection is upgraded. */
export function socketRoutes(app: FastifyInstance, { live, config }: SocketServices): void {
  const beat = JSON.stringify({ cmd: 'heartcheck', msgTxt: '心跳响应', build: readBuild(config) })
  app.get(
    '/websocket/:userId',
    {
      websocket: true,
      config: { access: 'self', background: true },
      preValidation: refuseForeign(config),
    },
    (socket, request) => {
      const connection = live.join(request.session, request.user.id, socket)
      if (connection) answerHeartbeats(connection, beat)
    },
  )
}

/** A page of another site could open a socket with a stolen token, so the origin must be the product's own. */
function isOwnOrigin({ headers }: FastifyRequest, proxy: string | undefined): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  const serverHost = (proxy && headers['x-forwarded-host']) || host
  return URL.canParse(origin) && new URL(origin).host === serverHost
}

/** Counts frames per second; returns whether the limit of the current second is exceeded. */
export function frameMeter(mostPerSecond: number): () => boolean {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(Date.now() / 1000)
    count = now === second ? count + 1 : 1
    second = now
    return count > mostPerSecond
  }
}

/** Answers the sender only, with the build of the pages of this server; a socket that sends too many frames is closed. */
function answerHeartbeats(connection: Connection, beat: string): void {
  const isTooMuch = frameMeter(MAX_FRAMES_PER_SECOND)
  connection.socket.on('message', (data) => {
    if (!connection.isOpen) return
    if (isTooMuch()) connection.close(closeCodes.policyViolation)
    else if (String(data) === 'HeartBeat') {
      connection.send(beat)
    }
  })
}
