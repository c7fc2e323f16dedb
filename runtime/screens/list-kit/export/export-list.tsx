import type { ReactNode } from 'react'
import type { Http } from '#runtime/data/http.ts'
import type { File } from '#runtime/fields/kit/files/download-file.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { readRecentExports, requestExport } from './recent-exports.ts'

const ExportDialog = lazyPart(async () => (await import('./ExportDialog.tsx')).ExportDialog)

/** The part of a list that its export uses. */
interface List {
  http: Http
  warn(text: string): void
  /** Draws a dialog over the list; null removes it. */
  show(node: ReactNode | null): void
}

/**
 * Exports the records of a screen: the file is saved at once, or a dialog shows the progress of a long export. The dialog
 * is shown first where the user has long exports, so that their files are found again.
 */
export async function exportList({ http, warn, show }: List, screen: string, file: File): Promise<void> {
  const recent = await readRecentExports(http, screen).catch(() => [])
  if (recent.length === 0 && !(await requestExport(http, file, warn))) return
  show(<ExportDialog screen={screen} file={file} onClose={() => show(null)} />)
}
