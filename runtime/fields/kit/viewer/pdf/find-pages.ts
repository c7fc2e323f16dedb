import type { PDFDocumentProxy } from 'pdfjs-dist'

const plain = (text: string): string => text.replace(/\s+/g, '').toLowerCase()

/** The numbers of the pages with a text, whose blanks do not count: files break Chinese text into pieces. */
export async function findPages(pdf: PDFDocumentProxy, text: string, signal: AbortSignal): Promise<number[]> {
  const wanted = plain(text)
  const found: number[] = []
  for (let number = 1; wanted !== '' && number <= pdf.numPages; number++) {
    signal.throwIfAborted()
    const { items } = await (await pdf.getPage(number)).getTextContent()
    if (plain(items.map((item) => ('str' in item ? item.str : '')).join('')).includes(wanted))
      found.push(number)
  }
  return found
}
