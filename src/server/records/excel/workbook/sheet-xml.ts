import { isFormulaText } from '#runtime/kernel/text/formula-text.ts'
import type { Cell } from './cells.ts'

/** A column of a written sheet. */
export interface SheetColumn {
  title: string
  /** In characters. */
  width: number
  isRequired?: boolean
  /** Users choose a value from this range of a sheet, e.g. `字典!$A$1:$A$5`. */
  choices?: string
  /** The number format of its cells; default: the general one. */
  format?: string | undefined
}

/** Rows come in slices, so that a slice is one text. */
export type SheetRows = AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>

export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  rows: SheetRows
  isHidden?: boolean
  /** A sheet of plain lists has no header row. */
  hasHeader?: boolean
}

/** The positions in `cellXfs` of every workbook; those of its number formats follow. */
const style = { header: 1, requiredHeader: 2, quoted: 3, text: 4 } as const
const FIRST_FORMAT_STYLE = 5
/** Smaller numbers are formats that spreadsheets have themselves. */
const FIRST_FORMAT_ID = 164

const PLAIN_STYLES =
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>' +
  '<xf numFmtId="0" fontId="2" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'

/** The number formats of the columns, each once. */
export const numberFormats = (sheets: readonly Sheet[]): string[] => [
  ...new Set(sheets.flatMap(({ columns }) => columns.flatMap(({ format }) => format ?? []))),
]

const formatId = (at: number): number => FIRST_FORMAT_ID + at

/** The styles of a workbook; colours are entries of the fixed palette: 10 red, 22 light grey. */
export const stylesXml = (formats: readonly string[]): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  (formats.length === 0
    ? ''
    : `<numFmts count="${formats.length}">${formats
        .map((format, at) => `<numFmt numFmtId="${formatId(at)}" formatCode="${escapeXml(format)}"/>`)
        .join('')}</numFmts>`) +
  '<fonts count="3"><font><sz val="11"/></font><font><b/><sz val="11"/></font>' +
  '<font><b/><sz val="11"/><color indexed="10"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor indexed="22"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${FIRST_FORMAT_STYLE + formats.length}">${PLAIN_STYLES}${formats
    .map(
      (_, at) =>
        `<xf numFmtId="${formatId(at)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('')}</cellXfs></styleSheet>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const MAX_CELL_TEXT = 32_767

/** Characters that XML cannot contain; the format writes them as `_x000D_`, and an underscore before such a text too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is encoded.
const encoded = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A text of a cell or an attribute, for XML. */
export const escapeXml = (text: string): string =>
  text
    .slice(0, MAX_CELL_TEXT)
    .replace(loneSurrogate, '\ufffd')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
    .replace(encoded, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

/** The letters of a column, counted from 0: A, Z, AA. */
export const columnLetters = (at: number): string =>
  (at >= 26 ? columnLetters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

const textCell = (at: string, text: string, styleId: number): string =>
  `<c r="${at}" s="${styleId}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

function cellXml(cell: Cell, at: string, numberStyle: string): string {
  if (cell === null || cell === '') return ''
  return typeof cell === 'number'
    ? `<c r="${at}"${numberStyle}><v>${cell}</v></c>`
    : textCell(at, cell, isFormulaText(cell) ? style.quoted : style.text)
}

/** The last row that the choices of a column apply to. */
const MAX_CHOICE_ROW = 20_001

function choicesXml(columns: readonly SheetColumn[]): string {
  const found = columns.flatMap(({ choices }, at) => {
    if (choices === undefined) return []
    const letters = columnLetters(at)
    const range = `${letters}2:${letters}${MAX_CHOICE_ROW}`
    return [
      `<dataValidation type="list" allowBlank="1" sqref="${range}"><formula1>${escapeXml(choices)}</formula1></dataValidation>`,
    ]
  })
  return found.length === 0
    ? ''
    : `<dataValidations count="${found.length}">${found.join('')}</dataValidations>`
}

/** The XML of a worksheet in parts: the header row stays visible while the rows scroll. `formats` are those of the styles. */
export async function* sheetXml(
  { columns, rows, hasHeader = true }: Sheet,
  formats: readonly string[],
): AsyncGenerator<string> {
  const letters = columns.map((_, at) => columnLetters(at))
  const numberStyles = columns.map(({ format }) =>
    format === undefined ? '' : ` s="${FIRST_FORMAT_STYLE + formats.indexOf(format)}"`,
  )
  const rowXml = (cells: readonly string[], at: number) => `<row r="${at}">${cells.join('')}</row>`
  const frozen =
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<sheetViews>${hasHeader ? frozen : '<sheetView workbookViewId="0"/>'}</sheetViews>` +
    `${widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''}<sheetData>`
  let at = 0
  if (hasHeader) {
    at = 1
    const header = columns.map(({ title, isRequired }, index) =>
      textCell(
        `${letters[index]}1`,
        isRequired ? `*${title}` : title,
        isRequired ? style.requiredHeader : style.header,
      ),
    )
    yield rowXml(header, at)
  }
  for await (const slice of rows) {
    yield slice
      .map((cells) => {
        at += 1
        return rowXml(
          cells.map((cell, index) => cellXml(cell, `${letters[index]}${at}`, numberStyles[index] ?? '')),
          at,
        )
      })
      .join('')
  }
  yield `</sheetData>${choicesXml(columns)}</worksheet>`
}
