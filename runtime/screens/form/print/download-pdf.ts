import type { Http } from '#runtime/data/http.ts'
import { downloadFile } from '#runtime/fields/kit/files/download-file.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

interface PrintedFile {
  screen: ScreenDocument
  ids: readonly string[]
  /**
   * The template, with the place of the first label on its sheet, or the paper of the derived template; without both the
   * derived template has its own paper.
   */
  layout: { template?: string; page?: string; start?: number }
  /** The name of a file without a name from the server. */
  name: string
}

/** The server draws the records that it reads itself; an interface of another system has rules of its own. */
export const hasPdf = ({ url }: ScreenDocument): boolean => url?.queryById === undefined

/** Saves the records as one PDF file of the server; `warn` receives the text of a failure. */
export const downloadPdf = (
  http: Http,
  { screen, ids, layout, name }: PrintedFile,
  warn: (text: string) => void,
): Promise<void> => {
  const params = { ids: ids.join(','), ...layout }
  return downloadFile(http, { url: `/resource/${screen.id}/printPdf`, params, name: `${name}.pdf` }, warn)
}
