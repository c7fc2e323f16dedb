import type { IndexEntry } from '#runtime/schema/types.ts'
import { apiBase, stamped } from './address.ts'
import { responseCache } from './response-cache.ts'
import { readStored } from './storage.ts'
import { currentView } from './view-as.ts'

/** An HTTP answer to an early read. */
export interface EarlyAnswer {
  status: number
  /** Its ETag. */
  tag: string | null
  /** The number of the request in the log of the server. */
  id: string | undefined
  /** The code of a refusal, when the server sends one. */
  reason?: string | null
  data: unknown
}

/** Milliseconds after which an unused answer is too old to be shown as current. */
const MAX_AGE_MS = 10_000
/** As long as the HTTP client waits. */
const REQUEST_TIMEOUT_MS = 60_000

const permissionsAddress = '/sys/permission/getUserPermissionByToken'
const indexAddress = '/schema/index'

const pending = new Map<string, Promise<EarlyAnswer | null>>()
let session: string | null = null

const nonEmptyText = (raw: unknown): string | null => (typeof raw === 'string' && raw !== '' ? raw : null)

/** The address of the page, under which its reads are stored. */
export const pageAddress = (): string => location.pathname + location.search

function ask(address: string, token: string): Promise<EarlyAnswer | null> {
  const tag = responseCache.find(address)?.tag
  const tenant = nonEmptyText(readStored('TENANT_ID')) ?? '0'
  const answer = fetch(apiBase + stamped(address), {
    headers: { 'X-Access-Token': token, tenant_id: tenant, ...(tag ? { 'If-None-Match': tag } : {}) },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).then(async (response) => {
    const { status, headers } = response
    // The client repeats a refused request and handles the refusal.
    if (status !== 304 && !response.ok) return null
    return {
      status,
      tag: headers.get('etag'),
      id: headers.get('x-request-id') ?? undefined,
      reason: headers.get('x-error-code'),
      data: status === 304 ? null : ((await response.json()) as unknown),
    }
  })
  const quiet = answer.catch(() => null)
  pending.set(address, quiet)
  return quiet
}

/** The answer to an early read, pending or done; null: there is none. Each is returned once. */
export function takeEarly(address: string, token: string | null): Promise<EarlyAnswer | null> | null {
  const answer = token !== null && token === session ? pending.get(address) : undefined
  pending.delete(address)
  return answer ?? null
}

/** The body of an early answer; for an answer 304, the cached body. Undefined after a failure. */
async function readResult(address: string, answer: Promise<EarlyAnswer | null>): Promise<unknown> {
  const early = await answer
  if (early?.status === 304) return responseCache.find(address)?.result
  return (early?.data as { result?: unknown } | undefined)?.result
}

/** The document of the address, once the index names it; a cached one is shown without waiting. */
async function askForDocument(token: string): Promise<unknown> {
  const entries = await readResult(indexAddress, ask(indexAddress, token))
  if (!Array.isArray(entries)) return undefined
  const entry = (entries as IndexEntry[]).find(({ path }) => path === location.pathname)
  if (!entry) return undefined
  const address = `/schema/documents/${entry.id}?rev=${entry.rev}`
  return responseCache.find(address)?.result ?? readResult(address, ask(address, token))
}

/** The data available before the code of the application; undefined when it could not be requested. */
export interface EarlyFacts {
  permissions: Promise<unknown>
  /** The answer of the server with the document of the address. */
  document: Promise<unknown>
  /** Whether no reads are stored for the address. */
  isFirstVisit: boolean
  /** Sends further requests, except for cached data that is shown without waiting. */
  ask(addresses: readonly string[]): void
}

/**
 * Requests the data of the address together: permissions, index, its document and the reads that it needed last.
 * Called once, at the load of the page; null without a session. Nothing is shown from here: a read that
 * is not needed after all, or that failed, has no effect.
 */
export function startEarly(): EarlyFacts | null {
  const token = nonEmptyText(readStored('Access-Token'))
  // The requests of a view have a header that these do not.
  if (token === null || currentView || /^\/(user|public)\//.test(location.pathname)) return null
  const page = pageAddress()
  const reads = responseCache.listReads(page)
  session = token
  const permissions = readResult(permissionsAddress, ask(permissionsAddress, token))
  const document = askForDocument(token)
  for (const address of reads) void ask(address, token)
  setTimeout(() => {
    responseCache.forget(page, [...pending.keys()])
    pending.clear()
  }, MAX_AGE_MS)
  return {
    permissions,
    document,
    isFirstVisit: reads.length === 0,
    ask(addresses) {
      for (const address of addresses) if (!responseCache.find(address)) void ask(address, token)
    },
  }
}
