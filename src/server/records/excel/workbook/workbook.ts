import { escapeXml, numberFormats, type Sheet, sheetXml, stylesXml } from './sheet-xml.ts'
import { writeZip, type ZipEntry } from './zip-writer.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The media type of the written workbooks. */
export const WORKBOOK_TYPE = `${TYPES}.sheet`

const contentTypes = (count: number): string =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
  numbers(count)
    .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`)
    .join('') +
  '</Types>'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`

const relations = (content: string): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`

/** The bytes of an .xlsx workbook, written while the rows of its sheets are read, one sheet after the other. */
export function writeWorkbook(sheets: readonly Sheet[]): AsyncGenerator<Buffer> {
  const count = sheets.length
  const formats = numberFormats(sheets)
  const list = sheets.map(
    ({ name, isHidden }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  const parts: ZipEntry[] = [
    { name: '[Content_Types].xml', content: [contentTypes(count)] },
    { name: '_rels/.rels', content: [relations(relation(1, 'officeDocument', 'xl/workbook.xml'))] },
    {
      name: 'xl/workbook.xml',
      content: [
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        relations(
          numbers(count)
            .map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`))
            .join('') + relation(count + 1, 'styles', 'styles.xml'),
        ),
      ],
    },
    { name: 'xl/styles.xml', content: [stylesXml(formats)] },
    ...sheets.map((sheet, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: sheetXml(sheet, formats),
    })),
  ]
  return writeZip(parts)
}
