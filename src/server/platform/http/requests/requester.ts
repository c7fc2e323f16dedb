import { setMaxListeners } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currentRequester, type Requester, runAs } from '../../store/requester.ts'
import type { SessionUser } from './user.ts'

/** The user, over all sessions; the address for requests without a session and before the guard has identified the user. */
function buildRequester({ user, viewer, ip, url }: FastifyRequest, { raw }: FastifyReply): Requester {
  let cached: AbortSignal | undefined
  const signal = (): AbortSignal => {
    if (cached) return cached
    const disconnected = new AbortController()
    cached = disconnected.signal
    // One request may wait for many tasks at once.
    setMaxListeners(0, cached)
    const onClose = () => {
      if (!raw.writableFinished) disconnected.abort()
    }
    if (raw.destroyed) onClose()
    else raw.once('close', onClose)
    return cached
  }
  return user
    ? { key: `user ${(viewer ?? user).id}`, signal, sender: url, user, readsOnly: viewer !== null }
    : { key: `ip ${ip}`, signal, sender: url }
}

/** The user on whose behalf the running code works; only users of sessions are put there. */
export const currentUser = (): SessionUser | undefined => currentRequester().user as SessionUser | undefined

/**
 * Attributes all work of a request to its requester. Set again after the body was read, because the parser's events come
 * from the socket and not from the first hook.
 */
export function addRequester(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => runAs(buildRequester(request, reply), done))
  app.addHook('preValidation', (request, reply, done) => runAs(buildRequester(request, reply), done))
}
