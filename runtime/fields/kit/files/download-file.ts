import type { Http } from '#runtime/data/http.ts'
import { appError, errorText } from '#runtime/kernel/errors.ts'
import { codeOf, errorMessage } from '#runtime/ui/error-message.ts'
import { saveFile } from '#runtime/ui/save-file.ts'

/** Refusals whose text explains the problem; for any other failure only the missing file is reported. */
const telling: readonly (string | undefined)[] = ['NO_DATA_PERMISSION', 'BUSINESS', 'BAD_PARAMETER']

interface File {
  url: string
  params: Record<string, unknown>
  /** The name of a file without a name from the server. */
  name: string
}

/** Saves a file of the server. An empty file is a failure; `warn` receives the text of a failure. */
export async function downloadFile(
  http: Http,
  { url, params, name }: File,
  warn: (text: string) => void,
): Promise<void> {
  try {
    const file = await http.download(url, params)
    if (file.blob.size === 0) throw appError('DOWNLOAD_FAILED')
    saveFile(file.blob, file.name || name)
  } catch (error) {
    const code = codeOf(error)
    // The application has already shown a refusal for too much data.
    if (code === 'TOO_MANY') return
    warn(telling.includes(code) ? errorMessage(error) : errorText('DOWNLOAD_FAILED'))
  }
}
