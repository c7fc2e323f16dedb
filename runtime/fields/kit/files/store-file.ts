import type { Answer, Http } from '#runtime/data/http.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { uploadInTurn } from './upload-queue.ts'

const DEFAULT_ACTION = '/sys/common/upload'
/** Larger files are sent in parts, so that a cut line does not begin them anew. */
const RESUMABLE_BYTES = 20 * 1024 * 1024
const unknownError = (): Error => new Error(errorText('UNKNOWN_ERROR'))

/** The stored path: the message of the answer, or the field of its result that the document names. */
export function storedPath(answer: Answer<unknown>, responseName = 'message'): string | null {
  if (responseName === 'message') return answer.message || null
  const { result } = answer
  const path =
    typeof result === 'object' && result !== null ? (result as Record<string, unknown>)[responseName] : result
  return typeof path === 'string' && path !== '' ? path : null
}

export const isImage = (file: { type?: string }): boolean => file.type?.includes('image') === true

interface UploadOptions {
  /** Cells send this to the server, and no folder. */
  inCell?: boolean
  onProgress?(percent: number): void
  signal?: AbortSignal
}

/** Uploads a file to the address of its field and returns its stored path. A refusal is thrown. */
export async function storeFile(
  http: Http,
  file: File | Blob | string,
  settings: FileSettings,
  { inCell, ...options }: UploadOptions = {},
): Promise<string> {
  const { action = DEFAULT_ACTION, biz, responseName } = settings
  if (action === DEFAULT_ACTION && file instanceof File && file.size > RESUMABLE_BYTES) {
    const { uploadResumable } = await import('./resumable-upload.ts')
    const send = () => uploadResumable(http, file, { biz: biz ?? 'temp', ...options })
    return await uploadInTurn(http, send, options.signal)
  }
  const form = new FormData()
  if (inCell) form.append('isup', '1')
  // Before the file: a server that stores the file as it comes has to know its folder.
  if (!inCell || biz !== undefined) form.append('biz', biz ?? 'temp')
  form.append('file', file)
  const token = settings.token ?? action === DEFAULT_ACTION
  const upload = () => http.upload<unknown>(action, form, { token, ...options })
  const path = storedPath(await uploadInTurn(http, upload, options.signal), responseName)
  if (path === null) throw unknownError()
  return path
}
