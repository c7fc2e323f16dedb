import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [red: number, green: number, blue: number]

const WIDTH = 320
const HEIGHT = 400
const PAPERS: readonly Color[] = [
  [238, 226, 201],
  [243, 236, 220],
  [228, 217, 196],
  [236, 229, 210],
]
const INK: Color = [52, 44, 38]
const SEAL: Color = [178, 58, 46]

/** The pixels of a page of an old print: a frame, ruled columns with strokes, and a seal. */
function drawPage(seed: number): Buffer {
  const paper = PAPERS[seed % PAPERS.length] as Color
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  const fill = (left: number, top: number, width: number, height: number, color: Color) => {
    for (let y = top; y < Math.min(top + height, HEIGHT); y++)
      for (let x = left; x < Math.min(left + width, WIDTH); x++) pixels.set(color, (y * WIDTH + x) * 3)
  }
  fill(0, 0, WIDTH, HEIGHT, paper)
  fill(20, 24, WIDTH - 40, 3, INK)
  fill(20, HEIGHT - 27, WIDTH - 40, 3, INK)
  fill(20, 24, 3, HEIGHT - 48, INK)
  fill(WIDTH - 23, 24, 3, HEIGHT - 48, INK)
  for (let column = 0; column < 8; column++) {
    const left = 23 + column * 34
    if (column > 0) fill(left, 27, 1, HEIGHT - 54, INK)
    for (let row = 0; row < 13; row++) {
      const kind = (seed * 31 + column * 17 + row * 7) % 11
      if (kind < 2) continue
      const [x, y] = [left + 7, 34 + row * 26]
      fill(x, y + 3, 20, 2, INK)
      fill(x + 3 + (kind % 5) * 2, y, 3, 18, INK)
      if (kind % 2 === 0) fill(x, y + 10, 20, 2, INK)
      if (kind % 3 === 0) fill(x + 2, y + 16, 16, 2, INK)
    }
  }
  fill(WIDTH - 76, HEIGHT - 84, 40, 40, SEAL)
  fill(WIDTH - 70, HEIGHT - 78, 28, 28, paper)
  fill(WIDTH - 64, HEIGHT - 72, 16, 16, SEAL)
  return pixels
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A picture of a page, as a PNG. */
export function pagePicture(seed: number): Buffer {
  const pixels = drawPage(seed)
  const lines = Array.from({ length: HEIGHT }, (_, y) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(y * WIDTH * 3, (y + 1) * WIDTH * 3)]),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  // Eight bits for each of red, green and blue.
  head.set([8, 2], 8)
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PDF with such a picture on each of its A4 pages. */
export function pagesPdf(seeds: readonly number[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  const add = (text: string, stream?: Buffer) => {
    offsets.push(parts.reduce((sum, part) => sum + part.length, 0))
    parts.push(Buffer.from(`${offsets.length} 0 obj\n${text}\n`))
    if (stream) parts.push(Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n'))
    parts.push(Buffer.from('endobj\n'))
  }
  const pageNumbers = seeds.map((_, at) => 3 + at * 3)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(
    `<< /Type /Pages /Count ${seeds.length} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
  )
  for (const [at, seed] of seeds.entries()) {
    const page = pageNumbers[at] ?? 0
    const drawing = Buffer.from('q 495 0 0 619 50 111 cm /Page Do Q')
    const pixels = deflateSync(drawPage(seed))
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${page + 1} 0 R /Resources << /XObject << /Page ${page + 2} 0 R >> >> >>`,
    )
    add(`<< /Length ${drawing.length} >>`, drawing)
    add(
      `<< /Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${pixels.length} >>`,
      pixels,
    )
  }
  const start = parts.reduce((sum, part) => sum + part.length, 0)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
