import { type MouseEvent, type ReactNode, useState } from 'react'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import type { ViewedFile } from './viewed-file.ts'

const FileViewer = lazyDialog(async () => (await import('./FileViewer.tsx')).FileViewer)

/** Opens the viewer: `open` is called by a click on the file with this index, and `viewer` is drawn beside the files. */
export function useFileViewer(buildFiles: () => readonly ViewedFile[]): {
  open(at: number, event?: MouseEvent): void
  viewer: ReactNode
} {
  const [at, setAt] = useState(-1)
  return {
    open(index, event) {
      // The browser opens a link in another window.
      if (event?.ctrlKey || event?.metaKey || event?.shiftKey) return
      event?.preventDefault()
      // The cell may be inside a link to its record.
      event?.stopPropagation()
      setAt(index)
    },
    viewer: at >= 0 && <FileViewer files={buildFiles()} start={at} onClose={() => setAt(-1)} />,
  }
}
