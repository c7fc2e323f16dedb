import { utils, write } from '@e965/xlsx'

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A document of two pages with a line of Chinese text each, in a font that readers bring. */
function buildPdf(): Buffer {
  const pages = ['第一页：建置沿革', '第二页：艺文志'].map((line) => {
    const text = `BT /F 24 Tf 72 740 Td <${Buffer.from(line, 'utf16le').swap16().toString('hex')}> Tj ET`
    return `<</Length ${text.length}>>stream\n${text}\nendstream`
  })
  const page = (content: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${content} 0 R/Resources<</Font<</F 3 0 R>>>>>>`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 2/Kids[8 0 R 9 0 R]>>',
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[4 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor 5 0 R>>',
    '<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 880/Descent -120/StemV 80>>',
    ...pages,
    page(6),
    page(7),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`,
    'latin1',
  )
}

/** One second of silence. */
function buildSound(): Buffer {
  const rate = 8000
  const head = Buffer.from('RIFF----WAVEfmt ----\x01\0\x01\0--------\x01\0\x08\0data----', 'latin1')
  head.writeUInt32LE(36 + rate, 4)
  head.writeUInt32LE(16, 16)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt32LE(rate, 40)
  return Buffer.concat([head, Buffer.alloc(rate, 128)])
}

function buildWorkbook(): Buffer {
  const book = utils.book_new()
  for (const name of ['目录', '附录'])
    utils.book_append_sheet(book, utils.aoa_to_sheet([['编号', `${name}名称`]]), name)
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

/** Files of each kind that a page shows. */
export const buildUploads = (picture: Buffer): Upload[] => [
  { name: '书影.png', mimeType: 'image/png', buffer: picture },
  { name: '县志.pdf', mimeType: 'application/pdf', buffer: buildPdf() },
  { name: '目录.xlsx', mimeType: '', buffer: buildWorkbook() },
  { name: '口述.wav', mimeType: 'audio/wav', buffer: buildSound() },
  { name: '坏的.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nx') },
]
