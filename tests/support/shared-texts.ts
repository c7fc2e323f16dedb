import { writeZip } from '#server/records/excel/workbook/zip-writer.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const SLICE_SIZE = 10_000

/** The part of a workbook with `count` shared texts, each as `write` puts it, inside an element `around`. */
export function* sharedTexts(
  count: number,
  write: (at: number) => string,
  around?: string,
  prefix = '',
): Generator<string> {
  const space = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`
  yield `<${prefix}sst ${space}="${MAIN}">${around ? `<${around}>` : ''}`
  for (let from = 0; from < count; from += SLICE_SIZE)
    yield Array.from({ length: Math.min(SLICE_SIZE, count - from) }, (_, at) => write(from + at)).join('')
  yield `${around ? `</${around}>` : ''}</${prefix}sst>`
}

const override = (part: string, type: string) =>
  `<Override PartName="/xl/${part}" ContentType="${TYPES}.${type}+xml"/>`

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`

const relations = (content: string) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`

/** The bytes of a workbook whose only cell has the first of these shared texts, which are in the part `name`. */
export async function workbookWith(texts: Iterable<string>, name = 'sharedStrings.xml'): Promise<Buffer> {
  const parts: Readonly<Record<string, Iterable<string>>> = {
    '[Content_Types].xml': [
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      override('workbook.xml', 'sheet.main'),
      override('sheet1.xml', 'worksheet'),
      override(name, 'sharedStrings'),
      '</Types>',
    ],
    '_rels/.rels': [relations(relation(1, 'officeDocument', 'xl/workbook.xml'))],
    'xl/workbook.xml': [
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="单" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    'xl/_rels/workbook.xml.rels': [
      relations(relation(1, 'worksheet', 'sheet1.xml') + relation(2, 'sharedStrings', name)),
    ],
    [`xl/${name}`]: texts,
    'xl/sheet1.xml': [
      `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
    ],
  }
  const chunks: Buffer[] = []
  const entries = Object.entries(parts).map(([part, content]) => ({ name: part, content }))
  for await (const chunk of writeZip(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
