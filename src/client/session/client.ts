import axios, { type AxiosError, type AxiosRequestConfig, type AxiosResponse, isAxiosError } from 'axios'
import type { Answer, Http } from '#runtime/data/http.ts'
import type { ResponseCache } from '#runtime/host/response-cache.ts'
import { AppError, appError } from '#runtime/kernel/errors.ts'
import { apiBase, stamped } from './address.ts'
import { busyDelay, MAX_BUSY_TRIES, repeatDelay } from './busy.ts'
import type { EarlyAnswer } from './early-reads.ts'
import { buildFailure, type Failure, networkError, type Success, unwrap } from './failures.ts'
import type { Refusal } from './refusals.ts'

/** `code` as the server sent it: sign-in accepts only 200. */
export interface CodedAnswer<T> extends Answer<T> {
  code: unknown
}

/** A result, and the ETag of its state. */
export interface Tagged<T> {
  tag: string | null
  result: T
}

export interface ClientHttp extends Http {
  send<T>(...args: Parameters<Http['send']>): Promise<CodedAnswer<T>>
  /** A GET that consumes its parameter (a ticket), so it is never repeated. */
  redeem<T>(url: string, params?: Record<string, unknown>): Promise<CodedAnswer<T>>
  /**
   * A GET for data with a known tag; null: the data has not changed (HTTP 304). Each address differs by `_t`, so the
   * client sends the tag itself and receives the 304. The caller repeats it soon anyway, so it is never repeated here.
   */
  renew<T>(url: string, tag: string | null, signal?: AbortSignal): Promise<Tagged<T> | null>
}

interface Options {
  token(): string | null
  tenant(): string | null
  refused(refusal: Refusal): void
  /** The id of the view, in a window that shows the screens of another user. */
  view?(): string | null
  /** Called when a request starts to wait for a busy server, and when it is answered. */
  waiting?(isWaiting: boolean): void
  pause?(ms: number): Promise<void>
  /** Answers that the server can revalidate, and the reads of each page. */
  responseCache?: ResponseCache
  /** The result of a read without parameters as the sign-in stored it; undefined when it stored none. */
  storedAnswer?(url: string): unknown
  /** The answer to a read that was already requested at the load of this page. */
  takeEarly?(address: string, token: string | null): Promise<EarlyAnswer | null> | null
  /** The page for which reads are noted. */
  pageAddress?(): string
}

interface CallOptions {
  withToken?: boolean
  /** Safe to repeat: a read, or a write that the server executes once. */
  isRepeatable?: boolean
}

const retries = 2
/** Milliseconds for an answer; with a file, enough for 20 MB over 1.6 Mbit/s, as on the server. */
const ANSWER_TIMEOUT_MS = 60_000
const FILE_TIMEOUT_MS = 300_000
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The key of a read: its address with its parameters, without the time of the request. */
export const buildAddress = (url: string, params?: Record<string, unknown>): string =>
  axios.getUri({ url, params })

/** The one axios instance of the app, wrapped as the runtime's `Http`. */
export function createClient({
  token,
  tenant,
  refused,
  view = () => null,
  waiting = () => undefined,
  pause = sleep,
  responseCache,
  storedAnswer,
  takeEarly,
  pageAddress,
}: Options): ClientHttp {
  const instance = axios.create({ baseURL: apiBase, timeout: ANSWER_TIMEOUT_MS })

  async function call(config: AxiosRequestConfig, options?: CallOptions): Promise<Success> {
    const answer = await request(config, options)
    return numbered(findNumber(answer), () => unwrap(answer.data), findReason(answer))
  }

  /** While the server is busy, or out of a proxy's reach, a repeatable request is repeated and remains one for the caller. */
  async function request(
    config: AxiosRequestConfig,
    { withToken = true, isRepeatable = false }: CallOptions = {},
  ): Promise<AxiosResponse<unknown>> {
    let isWaiting = false
    try {
      for (let triesLeft = isRepeatable ? MAX_BUSY_TRIES : 0; ; triesLeft -= 1) {
        const answer = await requestOnce(config, withToken, triesLeft > 0)
        if (typeof answer !== 'number') return answer
        if (!isWaiting) waiting(true)
        isWaiting = true
        await pause(answer)
      }
    } finally {
      if (isWaiting) waiting(false)
    }
  }

  function identify(requestToken: string | null): Record<string, string> {
    const viewId = requestToken === null ? null : view()
    return {
      ...(requestToken ? { 'X-Access-Token': requestToken } : {}),
      tenant_id: tenant() ?? '0',
      ...(viewId !== null && { 'X-View-As': viewId }),
    }
  }

  /** When the request has to be repeated and `mayWait`: the milliseconds to wait. */
  async function requestOnce(
    config: AxiosRequestConfig,
    withToken: boolean,
    mayWait: boolean,
  ): Promise<AxiosResponse<unknown> | number> {
    const requestToken = withToken ? token() : null
    const headers = identify(requestToken)
    try {
      return await instance.request<unknown>({ ...config, headers: { ...config.headers, ...headers } })
    } catch (error) {
      if (!isAxiosError(error) || axios.isCancel(error)) throw error
      const delay = error.response && findDelay(error.response, repeatDelay)
      if (mayWait && delay) return delay
      if (error.response) error.response.data = readable(error.response.data)
      const failure = toFailure(error, requestToken !== null)
      failure.error.requestId = findNumber(error.response)
      failure.error.reason = findReason(error.response)
      // A late answer to a replaced session does not concern the new one.
      if (failure.show && (requestToken === null || requestToken === token()))
        refused({ kind: failure.show, error: failure.error })
      throw failure.error
    }
  }

  /** A read is safe to repeat; a write is never sent twice. */
  async function read(config: AxiosRequestConfig, triesLeft = retries): Promise<EarlyAnswer> {
    try {
      return bare(await request(config, { isRepeatable: true }))
    } catch (error) {
      const broken = error instanceof Error && 'code' in error && error.code === 'NETWORK'
      if (!broken || triesLeft === 0 || config.signal?.aborted) throw error
      await pause(300 * (retries - triesLeft + 1) * (0.5 + Math.random()))
      return read(config, triesLeft - 1)
    }
  }

  /** A read that the server may answer with 304 when `tag` is current. */
  const revalidating = (address: string, tag: string | undefined, signal?: AbortSignal) => ({
    method: 'GET',
    url: stamped(address),
    signal,
    headers: tag === undefined ? {} : { 'If-None-Match': tag },
    validateStatus: (status: number) =>
      (status === 304 && tag !== undefined) || (status >= 200 && status < 300),
  })

  return {
    at: (url: string) => apiBase + url,
    identify: () => identify(token()),
    async get<T>(url: string, params?: Record<string, unknown>, signal?: AbortSignal) {
      const address = buildAddress(url, params)
      const cached = responseCache?.find(address)
      const requestToken = token()
      const early = await takeEarly?.(address, requestToken)
      signal?.throwIfAborted()
      const answer =
        early && (early.status !== 304 || cached)
          ? early
          : await read(revalidating(address, cached?.tag, signal))
      if (answer.status === 304 && cached) return cached.result as T
      const { result } = numbered(answer.id, () => unwrap(answer.data), answer.reason)
      if (answer.tag !== null && requestToken === token())
        responseCache?.keep(address, { tag: answer.tag, result })
      return result as T
    },
    lastKnown: <T>(url: string, params?: Record<string, unknown>) =>
      (responseCache?.find(buildAddress(url, params))?.result ??
        (params ? undefined : storedAnswer?.(url))) as T | undefined,
    noteRead(url: string, params?: Record<string, unknown>) {
      if (pageAddress) responseCache?.note(pageAddress(), buildAddress(url, params))
    },
    async send<T>(...[method, url, body, options]: Parameters<Http['send']>) {
      const isRepeatable = options?.headers?.['Idempotency-Key'] !== undefined
      return (await call({ method, url, data: body, ...options }, { isRepeatable })) as CodedAnswer<T>
    },
    async redeem<T>(url: string, params?: Record<string, unknown>) {
      return (await call({ method: 'GET', url: stamped(buildAddress(url, params)) })) as CodedAnswer<T>
    },
    async renew<T>(url: string, tag: string | null, signal?: AbortSignal) {
      const answer = bare(await request(revalidating(buildAddress(url), tag ?? undefined, signal)))
      if (answer.status === 304) return null
      const { result } = numbered(answer.id, () => unwrap(answer.data), answer.reason)
      return { tag: answer.tag, result: result as T }
    },
    async download(url: string, params?: Record<string, unknown>, signal?: AbortSignal) {
      const answer = await request(
        {
          method: 'GET',
          url: stamped(buildAddress(url, params)),
          signal,
          responseType: 'arraybuffer',
          timeout: FILE_TIMEOUT_MS,
        },
        { isRepeatable: true },
      )
      const type = String(answer.headers['content-type'] ?? '')
      const name = parseFileName(String(answer.headers['content-disposition'] ?? ''))
      // For a file, a refusal with HTTP 200 is an envelope, which has no name.
      if (type.includes('json') && name === '')
        numbered(findNumber(answer), () => unwrap(readable(answer.data)), findReason(answer))
      return { blob: new Blob([answer.data as ArrayBuffer], { type }), name }
    },
    async upload<T>(url: string, form: FormData, options: Parameters<Http['upload']>[2] = {}) {
      const { token: withToken = false, onProgress, signal } = options
      const onUploadProgress = onProgress
        ? ({ loaded, total }: { loaded: number; total?: number }) =>
            onProgress(total ? Math.round((loaded / total) * 100) : 0)
        : undefined
      return (await call(
        { method: 'POST', url, data: form, signal, onUploadProgress, timeout: FILE_TIMEOUT_MS },
        { withToken },
      )) as Answer<T>
    },
  }
}

const findDelay = ({ status, headers }: AxiosResponse, delayAfter = busyDelay): number | null =>
  delayAfter(status, headers['retry-after'])

/** The number of the request in the log of the server. */
function findNumber(answer: AxiosResponse | undefined): string | undefined {
  const id: unknown = answer?.headers['x-request-id']
  return typeof id === 'string' ? id : undefined
}

/** The parts of a response that a read uses. */
function bare(answer: AxiosResponse<unknown>): EarlyAnswer {
  const { etag } = answer.headers as { etag?: unknown }
  return {
    status: answer.status,
    tag: typeof etag === 'string' ? etag : null,
    id: findNumber(answer),
    reason: findReason(answer),
    data: answer.data,
  }
}

/** The code of a refusal, when the server sends one. */
function findReason(answer: AxiosResponse | undefined): string | null {
  const code: unknown = answer?.headers['x-error-code']
  return typeof code === 'string' ? code : null
}

/** Adds to a refusal inside an answer the number of the answer and the code of the refusal. */
function numbered<T>(id: string | undefined, open: () => T, reason: string | null = null): T {
  try {
    return open()
  } catch (error) {
    if (error instanceof AppError) {
      error.requestId = id
      error.reason = reason
    }
    throw error
  }
}

function toFailure(error: AxiosError, hadToken: boolean): Failure {
  const { response } = error
  if (response) {
    const failure = buildFailure(response.status, response.data, hadToken, error, findReason(response))
    if (findDelay(response) === null) return failure
    return { ...failure, error: appError('BUSY', { text: failure.error.text, cause: error }) }
  }
  return networkError(error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT', error)
}

/** For a file, a refusal is received as bytes too. */
function readable(data: unknown): unknown {
  if (!(data instanceof ArrayBuffer)) return data
  try {
    return JSON.parse(new TextDecoder().decode(data)) as unknown
  } catch {
    return null
  }
}

/** The name of a `Content-Disposition` header: the encoded form of RFC 6266 first. */
function parseFileName(header: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(header)?.[1] ?? ''
  try {
    return encoded ? decodeURIComponent(encoded) : plain
  } catch {
    return plain
  }
}
