import type { ReactNode } from 'react'
import { useFileViewer } from './useFileViewer.tsx'
import type { ViewedFile } from './viewed-file.ts'

interface Props {
  /** The files of the place, among which the viewer moves. */
  files: readonly ViewedFile[]
  at: number
  title?: string
  children: ReactNode
}

/** A link that opens a file in the viewer, and in another window when the browser is asked for one. */
export function FileLink({ files, at, title, children }: Props) {
  const { open, viewer } = useFileViewer(() => files)
  return (
    <>
      <a
        href={files[at]?.url}
        title={title}
        target="_blank"
        rel="noreferrer"
        onClick={(event) => open(at, event)}
      >
        {children}
      </a>
      {viewer}
    </>
  )
}
