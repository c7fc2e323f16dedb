import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { copiedFiles } from './copied-files.ts'

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }

/** The address contains the reader's version, so its files never change and browsers may cache them. */
export const pdfBase = `/assets/pdf-${version}`

const folders = ['cmaps', 'standard_fonts']
/** Of JPEG 2000, without WebAssembly, which the pages' policy forbids. */
const decoder = 'wasm/openjpeg_nowasm_fallback.js'
const worker = 'legacy/build/pdf.worker.min.mjs'

/** What the reader of PDF files asks for: its worker, tables of Chinese characters, fonts that files leave out, a decoder. */
function filesOfReader(): Map<string, () => Buffer> {
  const files = new Map<string, () => Buffer>([
    ['pdf.worker.js', () => readFileSync(join(home, worker))],
    [decoder, () => readFileSync(join(home, decoder))],
  ])
  for (const folder of folders)
    for (const name of readdirSync(join(home, folder)))
      files.set(`${folder}/${name}`, () => readFileSync(join(home, folder, name)))
  return files
}

/** Serves what the reader of PDF files asks for. */
export const pdfFiles = copiedFiles('pdf-files', pdfBase, filesOfReader)
