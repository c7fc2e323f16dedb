import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Pages of one print. */
export const MAX_PRINTED = 100
/** Dots for a point: 144 for an inch. */
const PRINT_SCALE = 2

/** Draws all pages as pictures for paper; their addresses are released by the caller. */
export async function drawPages(pdf: PDFDocumentProxy): Promise<string[]> {
  const urls: string[] = []
  const canvas = document.createElement('canvas')
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const viewport = page.getViewport({ scale: PRINT_SCALE })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    await page.render({ canvas, viewport, intent: 'print' }).promise
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
    if (blob) urls.push(URL.createObjectURL(blob))
  }
  return urls
}
