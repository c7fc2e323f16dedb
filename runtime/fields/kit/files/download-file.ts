import type { Download, Http } from '#runtime/data/http.ts'
import { appError, errorText } from '#runtime/kernel/errors.ts'
import { errorMessage, findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { saveFile } from '#runtime/ui/save-file.ts'

/** Refusals whose text explains the problem; for any other failure only the missing file is reported. */
const telling: readonly (string | undefined)[] = ['NO_DATA_PERMISSION', 'BUSINESS', 'BAD_PARAMETER']

/** A file that the server makes for a request. */
export interface File {
  url: string
  params: Record<string, unknown>
  /** The name of a file without a name from the server. */
  name: string
}

/** Reads a file of the server; null after a failure, whose text `warn` receives. An empty file is a failure. */
export async function fetchFile(
  http: Http,
  { url, params }: Omit<File, 'name'>,
  warn: (text: string) => void,
): Promise<Download | null> {
  try {
    const file = await http.download(url, params)
    if (file.blob.size === 0) throw appError('DOWNLOAD_FAILED')
    return file
  } catch (error) {
    const code = findErrorCode(error)
    // The application has already shown a refusal for too much data.
    if (code !== 'TOO_MANY') warn(telling.includes(code) ? errorMessage(error) : errorText('DOWNLOAD_FAILED'))
    return null
  }
}

/** Saves a file of the server; `warn` receives the text of a failure. */
export async function downloadFile(http: Http, file: File, warn: (text: string) => void): Promise<void> {
  const answer = await fetchFile(http, file, warn)
  if (answer) saveFile(answer.blob, answer.name || file.name)
}
