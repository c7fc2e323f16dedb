import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SessionUser } from '../../platform/http/requests/user.ts'

/** An answered request. */
export interface TracedRequest {
  at: Date
  method: string
  /** Without its query, which may contain what is personal. */
  path: string
  status: number
  /** Milliseconds. */
  took: number
  /** The account; empty without a session. */
  person: string
}

/** The requests of a period. */
export interface RequestCounts {
  count: number
  /** Answered with 5xx. */
  failed: number
  /** Milliseconds that 95 of 100 requests took at most; 0 without requests. */
  p95: number
}

/** Requests that are kept, the newest. */
const MAX_TRACED = 100
/** Times from which the percentile of a period is taken, the newest. */
const MAX_TIMES = 10_000
const MAX_PATH = 200

/** What the recorder keeps with a request: properties cost less than weak maps. */
const startKey = Symbol('start')
const personKey = Symbol('person')
interface Noted extends IncomingMessage {
  [startKey]?: number
  [personKey]?: string
}

interface Finished {
  request: Noted
  response: ServerResponse
}

/** What the server published about the handler of a request. */
interface Handled {
  request: { raw: Noted; user?: SessionUser }
}

/**
 * The answered requests of this process, as the runtime and the HTTP server publish them: nothing is added to their path. The
 * monitor's own reads and those of probes are left out.
 */
export class RequestRecorder {
  #traced: TracedRequest[] = []
  #times: number[] = []
  #count = 0
  #failed = 0

  constructor(
    readonly isLeftOut: (path: string) => boolean,
    readonly onRequest: (request: TracedRequest) => void = () => undefined,
  ) {}

  start(): void {
    subscribe('http.server.request.start', this.#begin)
    subscribe('tracing:fastify.request.handler:start', this.#handle)
    subscribe('http.server.response.finish', this.#finish)
  }

  stop(): void {
    unsubscribe('http.server.request.start', this.#begin)
    unsubscribe('tracing:fastify.request.handler:start', this.#handle)
    unsubscribe('http.server.response.finish', this.#finish)
  }

  readonly #begin = (message: unknown) => {
    const { request } = message as Finished
    request[startKey] = performance.now()
  }

  readonly #handle = (message: unknown) => {
    const { raw, user } = (message as Handled).request
    if (user) raw[personKey] = user.username
  }

  readonly #finish = (message: unknown) => {
    const { request, response } = message as Finished
    const start = request[startKey]
    const { url = '' } = request
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    if (start === undefined || this.isLeftOut(path)) return
    this.note({
      at: new Date(),
      method: request.method ?? '',
      path: path.slice(0, MAX_PATH),
      status: response.statusCode,
      took: performance.now() - start,
      person: request[personKey] ?? '',
    })
  }

  note(request: TracedRequest): void {
    this.onRequest(request)
    this.#count += 1
    if (request.status >= 500) this.#failed += 1
    if (this.#times.length < MAX_TIMES) this.#times.push(request.took)
    this.#traced.push(request)
    if (this.#traced.length >= 2 * MAX_TRACED) this.#traced = this.#traced.slice(-MAX_TRACED)
  }

  /** The newest requests, the latest first. */
  list(): TracedRequest[] {
    return this.#traced.slice(-MAX_TRACED).reverse()
  }

  /** The requests since the last call. */
  takeCounts(): RequestCounts {
    const times = this.#times.sort((a, b) => a - b)
    const p95 = times[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0
    const counts = { count: this.#count, failed: this.#failed, p95 }
    this.#times = []
    this.#count = 0
    this.#failed = 0
    return counts
  }
}
