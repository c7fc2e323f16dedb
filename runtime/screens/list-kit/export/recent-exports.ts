import type { Http } from '#runtime/data/http.ts'
import { type File, fetchFile } from '#runtime/fields/kit/files/download-file.ts'
import { saveFile } from '#runtime/ui/save-file.ts'

/** A long export of the user, whose file is kept for some days. */
export interface RecentExport {
  id: string
  fileName: string
  /** `YYYY-MM-DD HH:MM:SS`. */
  createTime: string
  state: 'running' | 'done' | 'failed' | 'interrupted'
  /** The records of the export, and those that are read. */
  rows: number
  written: number
  /** The reason of a failure. */
  message: string | null
}

/** Reads the user's long exports of a screen; none where another server makes the files. */
export const readRecentExports = (http: Http, screen: string): Promise<RecentExport[]> =>
  http.get<RecentExport[]>('/sys/export/recent', { screen })

/** Saves the file of an export. Returns true when there are so many records that the export runs on after its answer. */
export async function requestExport(http: Http, file: File, warn: (text: string) => void): Promise<boolean> {
  const answer = await fetchFile(http, { ...file, params: { ...file.params, background: '1' } }, warn)
  if (!answer) return false
  if (answer.blob.type.includes('json')) return true
  saveFile(answer.blob, answer.name || file.name)
  return false
}
