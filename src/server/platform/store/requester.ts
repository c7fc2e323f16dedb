import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf the current code runs: the key that turns are counted for. */
export interface Requester {
  /** A person, an address that nobody signed in from, or the server itself. */
  key: string
  /** Aborted when the client has gone; nothing is waited for on its behalf after that. */
  signal(): AbortSignal | undefined
  /** A connection is held: asking for a second one could wait for ever. */
  isInTransaction?: boolean
}

const server: Requester = { key: 'server', signal: () => undefined }
const storage = new AsyncLocalStorage<Requester>()

/** The requester of the running code; the server itself where no request led here. */
export const currentRequester = (): Requester => storage.getStore() ?? server

/** Runs the work, and everything that it starts, on behalf of a requester. */
export const runAs = <T>(requester: Requester, work: () => T): T => storage.run(requester, work)

/** For what many requests wait for together, such as filling a cache: it must not depend on the first one's turn. */
export const runAsServer = <T>(work: () => T): T => storage.run(server, work)

export const runInTransaction = <T>(work: () => T): T =>
  storage.run({ ...currentRequester(), isInTransaction: true }, work)
