import type { Answer, Http } from '#runtime/data/http.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import type { FileSettings } from './paths.ts'
import { uploadInTurn } from './upload-queue.ts'

const ownAction = '/sys/common/upload'
const unknownFault = (): Error => new Error(errorText('UNKNOWN_ERROR'))

/** The stored path: the answer's message, or the field of its result that the document names. */
export function storedPath(answer: Answer<unknown>, responseName = 'message'): string | null {
  if (responseName === 'message') return answer.message || null
  const { result } = answer
  const path =
    typeof result === 'object' && result !== null ? (result as Record<string, unknown>)[responseName] : result
  return typeof path === 'string' && path !== '' ? path : null
}

export const isImage = (file: { type?: string }): boolean => file.type?.includes('image') === true

interface Way {
  /** Cells say so to the server, and name no folder of their own. */
  inCell?: boolean
  onProgress?(percent: number): void
  signal?: AbortSignal
}

/** Sends a file where its field says and answers the path it is stored under. A refusal is thrown. */
export async function storeFile(
  http: Http,
  file: File | Blob | string,
  settings: FileSettings,
  { inCell, ...way }: Way = {},
): Promise<string> {
  const { action = ownAction, biz, responseName } = settings
  const form = new FormData()
  form.append('file', file)
  if (inCell) form.append('isup', '1')
  if (!inCell || biz !== undefined) form.append('biz', biz ?? 'temp')
  const token = settings.token ?? action === ownAction
  const upload = () => http.upload<unknown>(action, form, { token, ...way })
  const path = storedPath(await uploadInTurn(http, upload, way.signal), responseName)
  if (path === null) throw unknownFault()
  return path
}
