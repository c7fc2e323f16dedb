import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { explainFailure, readPdf } from './read-pdf.ts'

/** A size in points. */
export interface PageSize {
  width: number
  height: number
}

export type ReadPdf =
  | { state: 'reading' }
  | { state: 'failed'; text: string }
  | { state: 'read'; pdf: PDFDocumentProxy; first: PageSize }

/** The document at an address, until the component goes. */
export function usePdf(url: string): ReadPdf {
  const [read, setRead] = useState<ReadPdf>({ state: 'reading' })
  useEffect(() => {
    let isGone = false
    const opening = readPdf(url)
    const open = async () => {
      try {
        const pdf = await (await opening).promise
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
        if (!isGone) setRead({ state: 'read', pdf, first: { width, height } })
      } catch (error) {
        if (!isGone) setRead({ state: 'failed', text: explainFailure(error) })
      }
    }
    void open()
    return () => {
      isGone = true
      void opening.then((task) => task.destroy()).catch(() => undefined)
    }
  }, [url])
  return read
}
