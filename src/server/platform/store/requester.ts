import { AsyncLocalStorage } from 'node:async_hooks'

/** The requester of the running code: the key that its permits are counted for. */
export interface Requester {
  /** A user, an address without a session, or the server itself. */
  key: string
  /** Aborted when the client has disconnected; waiting on its behalf ends then. */
  signal(): AbortSignal | undefined
  /** Whether it holds a connection: waiting for a second one could block forever. */
  isInTransaction?: boolean
  /**
   * The user whose rights bind what is read (`currentUser` of the HTTP folder); absent: an address without a session, or the
   * server itself.
   */
  user?: object
  /** What it sends its statements for: the address of a request, or the name of a job. */
  sender?: string
  /** Whether its statements may only read: a page that shows another user's screens. */
  readsOnly?: boolean
  /** Whether its statements only read, and may be answered by a replica that is up to date. */
  readsReplica?: boolean
}

const server: Requester = { key: 'server', signal: () => undefined }
const storage = new AsyncLocalStorage<Requester>()

/** The requester of the running code; the server itself outside of requests. */
export const currentRequester = (): Requester => storage.getStore() ?? server

/** Runs the work, and all work that it starts, on behalf of a requester. */
export const runAs = <T>(requester: Requester, work: () => T): T => storage.run(requester, work)

/** For work that many requests wait for, such as filling a cache: it must not depend on the first one's permit. */
export const runAsServer = <T>(work: () => T): T => storage.run(server, work)

/** Runs work that only reads, on a replica where there is one. */
export const readFromReplica = <T>(work: () => T): T =>
  storage.run({ ...currentRequester(), readsReplica: true }, work)

export const runInTransaction = <T>(work: () => T): T =>
  storage.run({ ...currentRequester(), isInTransaction: true }, work)
