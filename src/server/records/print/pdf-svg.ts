import { toSVG } from 'bwip-js/node'
import type { Content } from 'pdfmake/interfaces'
import type { PrintedBlock, Stamp } from '#runtime/record/print/printed-block.ts'
import { points } from './pdf-length.ts'

/** The red of the seal and of red figures in the application's stylesheet, which the server does not load. */
export const SEAL = '#b23a2e'
const STAMP_HEIGHT = 44

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** A stamp in a frame, turned a little, at the right of the content's width; it takes no place in the flow. */
export function stamp({ text, note, isInitial }: Stamp, contentWidth: number): Content {
  const color = isInitial ? 'black' : SEAL
  const width = Math.max([...text].length * 16, [...note].length * 6.5) + 24
  const middle = width / 2
  const frame = (inset: number, line: number) =>
    `<rect x="${inset}" y="${inset + 4}" width="${width - 2 * inset}" height="${STAMP_HEIGHT - 8 - 2 * inset}" fill="none" stroke="${color}" stroke-width="${line}"/>`
  const words = (y: number, size: number, weight: string, content: string) =>
    `<text x="${middle}" y="${y}" text-anchor="middle" fill="${color}" font-family="Sans" font-weight="${weight}" font-size="${size}">${escapeXml(content)}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${STAMP_HEIGHT}" viewBox="0 0 ${width} ${STAMP_HEIGHT}">
    <g transform="rotate(-4 ${middle} ${STAMP_HEIGHT / 2})">${frame(1, 1.5)}${frame(3, 0.5)}
    ${words(note === '' ? 27 : 22, 13, 'bold', text)}${note === '' ? '' : words(34, 8.5, 'normal', note)}</g></svg>`
  return { svg, width, relativePosition: { x: contentWidth - width - points(4), y: 0 } }
}

/** A barcode with its text below. */
export const barcode = (
  { text, format, height }: Extract<PrintedBlock, { type: 'barcode' }>,
  contentWidth: number,
): Content => ({
  stack: [
    { svg: toSVG({ bcid: format, text, height: 12 }), fit: [contentWidth, points(height)] },
    { text, fontSize: 8 },
  ],
  margin: [0, points(1), 0, 0],
  unbreakable: true,
})
