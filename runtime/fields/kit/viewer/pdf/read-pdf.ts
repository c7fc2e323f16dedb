import type { PDFDocumentLoadingTask } from 'pdfjs-dist'

/** The address of what the reader asks for, below the files of this server (scripts/build/pdf-files.ts). */
declare const __PDF_BASE__: string

/** Bytes of one request for a part of a large file. */
const RANGE_BYTES = 256 * 1024

/**
 * Reads a PDF file, of large ones only the parts of the pages that are drawn. It makes no programs from text and compiles no
 * WebAssembly: the policy of the pages allows neither.
 */
export async function readPdf(url: string): Promise<PDFDocumentLoadingTask> {
  const { GlobalWorkerOptions, getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  GlobalWorkerOptions.workerSrc = `${__PDF_BASE__}/pdf.worker.js`
  return getDocument({
    url,
    isEvalSupported: false,
    useWasm: false,
    wasmUrl: `${__PDF_BASE__}/wasm/`,
    cMapUrl: `${__PDF_BASE__}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${__PDF_BASE__}/standard_fonts/`,
    enableXfa: false,
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: RANGE_BYTES,
  })
}

/** Why a file could not be read, and what to do. */
export function explainFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') return '这个 PDF 有密码，不能在线查看，请下载后用密码打开'
  if (name === 'ResponseException') return '文件没有读出来，请稍后再试，或者下载后查看'
  return '这个 PDF 已损坏，不能在线查看，请下载后查看'
}
