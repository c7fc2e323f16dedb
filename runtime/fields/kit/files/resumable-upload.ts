import { DetailedError, Upload } from 'tus-js-client'
import type { Http } from '#runtime/data/http.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'

const place = '/sys/common/resumable'
/** Proxies limit the size of bodies, and a cut line loses one part at most. */
const PART_BYTES = 8 * 1024 * 1024
const RETRY_MS = [500, 1000, 3000, 5000, 10_000, 20_000]

interface Way {
  biz: string
  onProgress?(percent: number): void
  signal?: AbortSignal
}

/** The refusal in an answer of the server, or a broken line. */
function asRefusal(error: Error): Error {
  const answer = error instanceof DetailedError ? error.originalResponse : null
  if (!answer) return appError('NETWORK', { cause: error })
  if (answer.getStatus() === 401) return appError('UNAUTHORIZED', { cause: error })
  try {
    const body: unknown = JSON.parse(answer.getBody())
    const text = isJsonObject(body) ? body.message : undefined
    if (typeof text === 'string' && text !== '') return appError('BUSINESS', { text, cause: error })
  } catch {
    // The protocol's own answers are not JSON.
  }
  return appError('UNAVAILABLE', { cause: error })
}

/** Sends the parts that the server does not have yet, also of a file whose upload a reload or a cut line ended. */
function sendParts(http: Http, file: File, { onProgress, signal }: Way): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: http.at?.(place) ?? place,
      chunkSize: PART_BYTES,
      retryDelays: RETRY_MS,
      metadata: { filename: file.name },
      removeFingerprintOnSuccess: true,
      onBeforeRequest(request) {
        for (const [name, value] of Object.entries(http.identify?.() ?? {})) request.setHeader(name, value)
      },
      onProgress: (sent, total) => onProgress?.(Math.round((sent / total) * 100)),
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError: (error) => reject(asRefusal(error)),
    })
    signal?.addEventListener('abort', () => {
      void upload.abort()
      reject(signal.reason as Error)
    })
    void upload.findPreviousUploads().then(([previous]) => {
      if (previous) upload.resumeFromPreviousUpload(previous)
      if (!signal?.aborted) upload.start()
    })
  })
}

/** Uploads a large file in parts and returns its stored path. A refusal is thrown. */
export async function uploadResumable(http: Http, file: File, way: Way): Promise<string> {
  const id = await sendParts(http, file, way)
  const { message } = await http.send<string>('POST', `${place}/${id}/finish`, { biz: way.biz })
  return message
}
