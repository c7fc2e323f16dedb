import { PDFiumLibrary } from '@hyzyla/pdfium'
import { PNG } from 'pngjs'
import { MAX_PICTURES } from './pdf-sheet.ts'

/** Pixels of a point: 144 dots per inch. */
const SCALE = 2

const encode = async ({ data, width, height }: { data: Uint8Array; width: number; height: number }) =>
  new Uint8Array(PNG.sync.write(Object.assign(new PNG({ width, height }), { data: Buffer.from(data) })))

/** The first pages of a PDF file as PNG pictures. */
export async function drawPages(pdf: Uint8Array): Promise<Uint8Array[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pictures: Uint8Array[] = []
  for (const page of document.pages()) {
    if (pictures.length === MAX_PICTURES) break
    const { data } = await page.render({ scale: SCALE, render: encode })
    pictures.push(data)
  }
  document.destroy()
  library.destroy()
  return pictures
}
