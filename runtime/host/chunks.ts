import { type AppError, appError } from '#runtime/kernel/errors.ts'
import { hasUnsaved } from './unsaved.ts'

/** Why a chunk failed to load: it is missing, timed out, or the request failed. */
export type ChunkFault = 'missing' | 'timeout' | 'error'

const limit = 120_000
const mark = 'pro__reloaded-for'

/** The messages of browsers and the bundler. Any other error is thrown by the loaded code. */
const unloaded = /dynamically imported module|importing a module script failed|unable to preload css/i
const isLoading = (cause: unknown): cause is Error => cause instanceof Error && unloaded.test(cause.message)

/** The entry file name contains a content hash: another build has another name. */
const build = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]:not([async])')?.src ?? ''

/** The build of this page, as a server names it; null for a page that is not built. */
export const findBuild = (): string | null => /\/assets\/([^/]+)$/.exec(build())?.[1] ?? null

let reloading = false

/**
 * Loads a chunk. After a deployment old chunks are missing on the server: then the page is reloaded, once per build,
 * unless unsaved changes would be lost or the server is unreachable. Otherwise it fails with CHUNK_LOAD_FAILED or
 * CSS_CHUNK_LOAD_FAILED.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await inTime(load())
  } catch (cause) {
    if (cause === timeoutError) throw faulty('CHUNK_LOAD_FAILED', 'timeout')
    if (!isLoading(cause)) throw cause
    const answer = await askFor(cause.message)
    if (answer !== null && (reloading || startReload())) return new Promise<never>(() => undefined)
    const code = /unable to preload css/i.test(cause.message) ? 'CSS_CHUNK_LOAD_FAILED' : 'CHUNK_LOAD_FAILED'
    throw faulty(code, answer === 'gone' ? 'missing' : 'error', cause)
  }
}

const faulty = (code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED', fault: ChunkFault, cause?: unknown) =>
  appError(code, {
    text: code === 'CHUNK_LOAD_FAILED' ? `ChunkLoadError: ${fault}` : `${code}: ${fault}`,
    result: { fault },
    cause,
  })

/** The chunk fault of an error; null if the error has another cause. */
export function findChunkFault(error: unknown): ChunkFault | null {
  const { code, result } = (error ?? {}) as Partial<AppError>
  if (code !== 'CHUNK_LOAD_FAILED' && code !== 'CSS_CHUNK_LOAD_FAILED') return null
  return (result as { fault: ChunkFault }).fault
}

const timeoutError = new Error('late')

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError), limit)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}

/** The response of the server for the file named in the message; null if the server is unreachable. */
async function askFor(message: string): Promise<'gone' | 'there' | null> {
  const address = /(?:https?:\/)?\/\S+/.exec(message)?.[0] ?? '/'
  try {
    const { ok } = await fetch(address, { method: 'HEAD', cache: 'no-store' })
    return ok ? 'there' : 'gone'
  } catch {
    return null
  }
}

function startReload(): boolean {
  if (hasUnsaved()) return false
  try {
    if (sessionStorage.getItem(mark) === build()) return false
    sessionStorage.setItem(mark, build())
  } catch {
    // Without storage a reload loop could not be detected.
    return false
  }
  reloading = true
  window.location.reload()
  return true
}
