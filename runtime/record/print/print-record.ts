import { formatNumber } from '#runtime/kernel/decimal.ts'
import { evaluate, formatValue, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { wordsOf } from '#runtime/kernel/text/html.ts'
import { auditField, fieldByKey, spanOf, titleOf } from '#runtime/schema/derive.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { type Field, isDetail, type PrintBlock, type ScreenDocument } from '#runtime/schema/types.ts'
import { isShown } from '../checks/checks.ts'
import { ColumnTotal } from '../formulas/column-total.ts'
import { decisionKeys, movesTable, type RecordMove } from '../moves.ts'
import { serverText } from '../paste/dict-text.ts'
import { headScope, keySet, type RecordEnv, rowScope, rowsOf, type Values } from '../scope.ts'
import { growTree } from '../tree.ts'
import type { PrintRights, PrintTemplate } from './print-template.ts'

export interface PrintedColumn {
  key: string
  title: string
  align: 'left' | 'right' | 'center'
  /** The declared width in pixels; columns share the paper in this proportion. */
  width: number
}

export interface PrintedRow {
  key: string
  cells: readonly string[]
  /** A row of sub-totals, drawn bold. */
  isTotal?: boolean
}

/** The state of a record as a stamp; `note` names the person and the day of the move that led to it. */
export interface Stamp {
  text: string
  note: string
  /** The state of a new record: a black frame instead of a red one. */
  isInitial: boolean
}

/** A block with its texts, as it is drawn on paper. */
export type PrintedBlock =
  | { type: 'title'; title: string; stamp?: Stamp }
  | { type: 'text'; text: string; size?: 'small' | 'large'; align?: 'left' | 'center' | 'right' }
  | {
      type: 'fields'
      title?: string
      columns: number
      fields: readonly { key: string; title: string; text: string; span: number }[]
    }
  | {
      type: 'table'
      title?: string
      columns: readonly PrintedColumn[]
      rows: readonly PrintedRow[]
      /** Texts of the last row, one for each column; absent without totals. */
      totals?: readonly string[]
      note?: string
    }
  | { type: 'signatures'; signatures: readonly { title: string; text: string }[] }
  | { type: 'barcode' | 'qr'; text: string; height: number }

export interface PrintEnv extends PrintRights {
  lookup: Lookup
  record: RecordEnv
  /** The moves of the record, newest last; absent where they were not read. */
  moves?: readonly RecordMove[]
}

const DEFAULT_COLUMNS = 3
const DEFAULT_WIDTH = 110
const DEFAULT_BARCODE_HEIGHT = 12
const DEFAULT_QR_HEIGHT = 20

/** The blocks of a template with the texts of a record. Fields that the user may not read are left out. */
export function printRecord(
  screen: ScreenDocument,
  template: PrintTemplate,
  record: Values,
  env: PrintEnv,
): PrintedBlock[] {
  const print = printerOf(screen, record, env)
  return template.blocks.flatMap((block): PrintedBlock[] => printBlock(block, template.title, print))
}

/** The screen's title and the number of the record: 入库单 RK202509250007; of several records their count: 入库单（共 3 条）. */
export function printName({ title, fields }: ScreenDocument, records: readonly Values[]): string {
  const [record] = records
  if (records.length > 1) return `${title}（共 ${records.length} 条）`
  const number = record?.[fields.find((field) => field.auto)?.key ?? '']
  return number ? `${title} ${String(number)}` : title
}

/** The fields, the values and the scope of one record. */
interface Printer {
  screen: ScreenDocument
  record: Values
  env: PrintEnv
  scope: Scope
  /** The readable field of a key: of the screen, else of the audit columns. */
  field(key: string): Field | undefined
  /** The text with its placeholders replaced. */
  fill(text: string): string
}

function printerOf(screen: ScreenDocument, record: Values, env: PrintEnv): Printer {
  const fields = fieldByKey(screen)
  const scope = headScope(record, env.record)
  const field = (key: string) => {
    const found = fields.get(key) ?? auditField(key)
    return found && isReadable(found, env) ? found : undefined
  }
  const fill = (text: string): string =>
    text.replace(/\{([^{}]*)\}/g, (_, inner: string) => {
      const key = inner.trim()
      const found = field(key)
      if (found) return textOf(found, record, env)
      // The value of a field without the right to read it is never printed, whatever the record contains.
      if (fields.has(key)) return ''
      const expression = parseExpression(key)
      return expression.ok ? formatValue(evaluate(expression.value, readableScope(scope, screen, env))) : ''
    })
  return { screen, record, env, scope, field, fill }
}

const isReadable = (field: Field, { types, can }: PrintRights): boolean =>
  types.has(field.type) &&
  field.writeOnly !== true &&
  (field.access?.read === undefined || can(field.access.read))

/** The scope without the values that the user may not read. */
function readableScope(scope: Scope, { fields }: ScreenDocument, env: PrintRights): Scope {
  const hidden = new Set<string>()
  for (const field of fields) {
    if (!isReadable(field, env)) hidden.add(field.key)
    if (isDetail(field))
      for (const inner of field.fields) if (!isReadable(inner, env)) hidden.add(`${field.key}.${inner.key}`)
  }
  return (path) => {
    const name = (path[0] === 'form' ? path.slice(1) : path).join('.')
    return hidden.has(name) || hidden.has(path[0] ?? '') ? null : scope(path)
  }
}

/** A value as text: the translation from the server, else the text of its type. */
function textOf(field: Field, values: Values, { types, lookup }: PrintEnv): string {
  const type = types.get(field.type)
  if (!type || isDetail(field)) return ''
  const value = type.fromWire(values[field.key], field)
  if (value === null) return ''
  const text = serverText(values, field.key) ?? type.toText(value, field, lookup, 'full')
  return type.markup === 'html' ? wordsOf(text) : text
}

/** A QR code of the error correction level M. */
const MAX_QR_BYTES = 2331

function printBlock(block: PrintBlock, title: string, print: Printer): PrintedBlock[] {
  switch (block.type) {
    case 'title': {
      const stamp = block.stamp ? stampOf(print) : undefined
      return [{ type: 'title', title, ...(stamp ? { stamp } : {}) }]
    }
    case 'text':
      return [{ ...block, text: print.fill(block.text) }]
    case 'fields':
      return printFields(block, print)
    case 'table':
      return printTable(block, print)
    case 'moves':
      return printMoves(block, print)
    case 'signatures':
      return [{ type: 'signatures', signatures: block.names.map((name) => signatureOf(name, print)) }]
    default: {
      const text = print.fill(block.text)
      const height = block.height ?? (block.type === 'qr' ? DEFAULT_QR_HEIGHT : DEFAULT_BARCODE_HEIGHT)
      // As with a barcode, a text that the code cannot contain is printed alone.
      if (block.type === 'qr' && new TextEncoder().encode(text).length > MAX_QR_BYTES)
        return [{ type: 'text', text }]
      return text === '' ? [] : [{ type: block.type, text, height }]
    }
  }
}

/** Whether a template prints the moves of its records. */
export const printsMoves = ({ blocks }: Pick<PrintTemplate, 'blocks'>): boolean =>
  blocks.some(({ type }) => type === 'moves')

/** A row for each move; nothing for a record without moves. */
function printMoves(
  { title }: Extract<PrintBlock, { type: 'moves' }>,
  { screen: { flow }, env: { moves = [] } }: Printer,
): PrintedBlock[] {
  if (!flow || moves.length === 0) return []
  const table = movesTable(flow, moves)
  const columns = table.columns.map((column) => ({ ...column, align: 'left' as const }))
  return [{ type: 'table', title: title ?? table.title, columns, rows: table.rows }]
}

/** `制单 {createBy}`: the words before the first placeholder are the title. */
function signatureOf(name: string, print: Printer): { title: string; text: string } {
  const at = name.indexOf('{')
  if (at < 0) return { title: name, text: '' }
  return { title: name.slice(0, at).trim(), text: print.fill(name.slice(at)) }
}

function stampOf({ screen: { flow }, record, env, field }: Printer): Stamp | undefined {
  const state = flow && field(flow.field)
  const text = state && textOf(state, record, env)
  if (!flow || !text) return undefined
  const keys = decisionKeys(flow.moves.find(({ to }) => to === record[flow.field]) ?? {})
  const person = field(keys.person ?? '')
  const day = field(keys.time ?? '')
  const parts = [person && textOf(person, record, env), day && textOf(day, record, env).slice(0, 10)]
  return { text, note: parts.filter(Boolean).join(' '), isInitial: record[flow.field] === flow.initial }
}

function printFields(
  { title, fields: keys, columns = DEFAULT_COLUMNS }: Extract<PrintBlock, { type: 'fields' }>,
  { record, env, scope, field }: Printer,
): PrintedBlock[] {
  const fields = keys.flatMap((key) => {
    const found = field(key)
    if (!found || !isShown(found, scope)) return []
    const span = Math.min(columns, spanOf(found))
    return [{ key, title: titleOf(found), text: textOf(found, record, env), span }]
  })
  return fields.length > 0 ? [{ type: 'fields', ...(title ? { title } : {}), columns, fields }] : []
}

function printTable(
  { title, detail: key, columns: keys, totals, minRows = 0, note }: Extract<PrintBlock, { type: 'table' }>,
  print: Printer,
): PrintedBlock[] {
  const { record, env, scope } = print
  const detail = print.field(key)
  if (!detail || !isDetail(detail)) return []
  const declared = new Map(detail.fields.map((field) => [field.key, field]))
  const fields = keys.flatMap((name) => {
    const field = declared.get(name)
    return field && isReadable(field, env) ? [field] : []
  })
  if (fields.length === 0) return []
  const rows = rowsOf(record, key)
  const rowKeys = keySet(detail.fields)
  const nodes = growTree(
    rows.map((row, at) => ({ id: String(at), ...row })),
    detail.tree?.parent,
  )
  const printed = nodes.map(({ row, level }, at): PrintedRow => {
    const values = rowScope(row, rowKeys, scope)
    const cells = fields.map((field) => (isShown(field, values) ? textOf(field, row, env) : ''))
    return {
      key: String(at),
      cells: cells.map((text, place) => (place === 0 ? '　'.repeat(level - 1) + text : text)),
    }
  })
  const blanks = Array.from({ length: Math.max(0, minRows - printed.length) }, (_, at) => ({
    key: `blank ${at}`,
    cells: fields.map(() => ''),
  }))
  const sums = fields.map((field) => (totals?.includes(field.key) ? sumOf(field, rows) : ''))
  return [
    {
      type: 'table',
      ...(title ? { title } : {}),
      columns: fields.map((field) => ({
        key: field.key,
        title: titleOf(field),
        align: env.types.get(field.type)?.align ?? 'left',
        width: field.width ?? DEFAULT_WIDTH,
      })),
      rows: [...printed, ...blanks],
      ...(sums.some(Boolean) ? { totals: sums } : {}),
      ...(note === undefined ? {} : { note: print.fill(note) }),
    },
  ]
}

function sumOf({ key, scale }: Field, rows: readonly Values[]): string {
  const total = new ColumnTotal()
  for (const row of rows) total.add(row[key])
  return formatNumber(total.sum, scale)
}
