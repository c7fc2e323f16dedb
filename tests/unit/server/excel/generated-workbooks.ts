import { utils, type WorkBook } from '@e965/xlsx'
import { columnLetters } from '#server/records/excel/workbook/sheet-xml.ts'

/** A workbook with the faults that its import must find, each as `sheet!C5 header`, and its number of records. */
export interface GeneratedWorkbook {
  book: WorkBook
  faults: string[]
  records: number
}

/** Numbers from 0 to below 1 that repeat for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

type CellContent = string | number | boolean | { t: string; v: unknown; z?: string; f?: string }

interface Column {
  key: string
  title: string
  isRequired?: boolean
  good: readonly CellContent[]
  bad: readonly CellContent[]
}

const SERIAL_DAY = 45659

/** The stored code that every workbook may repeat. */
export const STORED_CODE = 'STORED'

const head: readonly Column[] = [
  { key: 'fcode', title: '编码', good: [], bad: [STORED_CODE] },
  { key: 'fname', title: '名称', isRequired: true, good: ['螺丝', '"引号"', '=1+1', 12], bad: ['', '   '] },
  {
    key: 'funit',
    title: '单位',
    good: ['册（本）', '套', ' 套 ', ''],
    bad: ['册(本)', '箱子', { t: 'e', v: 42, w: '#N/A' } as CellContent],
  },
  {
    key: 'fprice',
    title: '单价',
    good: [1.5, '1,234.50', '¥12', { t: 'n', v: 6, f: '2*3' }, '—', ''],
    bad: ['十二', '1.2.3', 1e15, true],
  },
  {
    key: 'fday',
    title: '日期',
    good: [
      '2025/1/2',
      '2025年1月2日',
      SERIAL_DAY,
      { t: 'n', v: SERIAL_DAY, z: 'yyyy"年"m"月"' },
      '20250102',
      '',
    ],
    bad: ['2025-02-30', '昨天', '45659x'],
  },
  { key: 'fmark', title: '在用', good: ['是', 'N', '√', true, ''], bad: ['也许', '2'] },
]
const rows: readonly Column[] = [
  { key: 'fpart', title: '品名', isRequired: true, good: ['纸', '笔'], bad: [''] },
  { key: 'fnum', title: '数量', good: [1, '2', 3.5], bad: [0, -1, '两'] },
]

/** A workbook of visible and hidden sheets whose rows, headings and faults follow from the seed. */
export function generateWorkbook(seed: number): GeneratedWorkbook {
  const random = createRandom(seed)
  const below = (max: number): number => Math.floor(random() * max)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const isLikely = (chance: number): boolean => random() < chance
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((entry) => ({ entry, order: random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ entry }) => entry)
  const book = utils.book_new()
  const faults: string[] = []
  const codes: string[] = []
  let records = 0

  const pickHeading = ({ key, title, isRequired }: Column): string =>
    pick([title, isRequired ? `*${title}` : title, key, ` ${title.slice(0, 1)} ${title.slice(1)}`])

  const addSheet = (
    name: string,
    columns: readonly Column[],
    writeRow: (put: Put) => boolean,
    count: number,
  ) => {
    const order = shuffled(columns)
    const left = below(3)
    const lines: CellContent[][] = Array.from({ length: below(3) }, () => ['填表说明'])
    const headings = order.map(pickHeading)
    lines.push([...Array<string>(left).fill(''), ...headings])
    for (let at = 0; at < count; at += 1) {
      if (isLikely(0.15)) lines.push(isLikely(0.5) ? [] : ['', '  '])
      const line: CellContent[] = Array<string>(left).fill('')
      const isRecord = writeRow(({ key }, content, isFault) => {
        const column = left + order.findIndex((entry) => entry.key === key)
        while (line.length <= column) line.push('')
        line[column] = content
        const heading = String(headings[column - left])
          .replace(/\s+/g, '')
          .replace(/^\*/, '')
        if (isFault) faults.push(`${name}!${columnLetters(column)}${lines.length + 1} ${heading}`)
      })
      if (isRecord) records += 1
      lines.push(line)
    }
    if (isLikely(0.5)) lines.push([], [' '], ['', '', ''])
    const sheet = utils.aoa_to_sheet(lines)
    // A title over several columns, above the headings.
    if (lines[0]?.[0] === '填表说明') sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 4 } }]
    utils.book_append_sheet(book, sheet, name)
  }

  const writeColumns = (columns: readonly Column[], put: Put, chance: number) => {
    for (const column of columns) {
      if (column.key === 'fcode') continue
      const isFault = isLikely(chance)
      put(column, pick(isFault ? column.bad : column.good), isFault)
    }
  }

  const chance = seed % 10 === 0 ? 0 : 0.15
  const writeHead = (put: Put): boolean => {
    const [codeColumn] = head
    const kind = chance > 0 ? below(12) : 2
    const fresh = `C${seed}-${codes.length}`
    const code = kind === 0 ? STORED_CODE : kind === 1 ? (codes[0] ?? fresh) : fresh
    if (codeColumn) put(codeColumn, code, code === STORED_CODE || codes.includes(code))
    codes.push(code)
    writeColumns(head, put, chance)
    return true
  }
  addSheet('零件', head, writeHead, 1 + below(8))
  if (isLikely(0.4)) addSheet('零件二', head, writeHead, 1 + below(4))
  const unique = [...new Set(codes)]
  if (isLikely(0.6)) {
    const key = { key: 'fcode', title: '编码', good: [], bad: [] }
    const writeRow = (put: Put): boolean => {
      const isUnknown = chance > 0 && isLikely(0.1)
      put(key, isUnknown ? `X${seed}` : pick(unique), isUnknown)
      // A row without its record has one fault, whatever its other cells contain.
      writeColumns(rows, put, isUnknown ? 0 : chance)
      // Such a row is counted like a record, as one that is refused.
      return isUnknown
    }
    addSheet('明细', [key, ...rows], writeRow, 1 + below(6))
  }
  if (isLikely(0.5)) {
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['编码', '名称'],
        ['坏', ''],
      ]),
      '隐藏',
    )
    const states = book.SheetNames.map((name) => ({ Hidden: name === '隐藏' ? pick([1, 2] as const) : 0 }))
    book.Workbook = { Sheets: states as NonNullable<WorkBook['Workbook']>['Sheets'] }
  }
  return { book, faults: faults.sort(), records }
}

/** Writes a cell of the current row; `isFault` marks it as one that the import must name. */
type Put = (column: Pick<Column, 'key'>, content: CellContent, isFault: boolean) => void
