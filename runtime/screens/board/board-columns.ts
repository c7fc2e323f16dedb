import type { ListPlan } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { asChoiceField, choiceItems } from '#runtime/fields/kit/choice/choice.ts'
import { formatNumber, toBig } from '#runtime/kernel/decimal.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import type { Flow } from '#runtime/schema/types.ts'
import type { BoardPlan } from './board-plan.ts'

/** A column of a board: the records with one value of the field; null for records without a known value. */
export interface BoardColumn {
  value: string | null
  title: string
}

const listStates = ({ initial, moves }: Flow): string[] => [
  ...new Set([initial, ...moves.map(({ to }) => to)]),
]

/** The columns that the document names, else one for each option, dictionary entry or state. */
export function buildBoardColumns(
  { board, flow }: Pick<ListPlan, 'flow'> & { board: BoardPlan },
  lookup: Lookup,
): BoardColumn[] {
  const { field, type } = board.field
  const items = choiceItems(asChoiceField(field), lookup)
  const listedValues =
    items.length > 0 ? items.map(({ value }) => value) : flow?.field === field.key ? listStates(flow) : []
  return (board.values ?? listedValues).map((value) => ({
    value,
    title: type.toText(type.fromWire(value, field), field, lookup, 'cell') || value,
  }))
}

export const columnValue = (row: ListRow, { field }: BoardPlan): string => String(row[field.key] ?? '')

/** The rows by the value of their column; null has those of no column. */
export function groupRows(
  rows: readonly ListRow[],
  columns: readonly BoardColumn[],
  board: BoardPlan,
): ReadonlyMap<string | null, ListRow[]> {
  const groups = new Map<string | null, ListRow[]>(columns.map(({ value }) => [value, []]))
  for (const row of rows) {
    const value = columnValue(row, board)
    const key = groups.has(value) ? value : null
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** The total of a number over rows; null where no row has one. */
export function formatSum(rows: readonly ListRow[], key: string): string | null {
  const [first, ...rest] = rows.flatMap((row) => toBig(row[key]) ?? [])
  return first ? rest.reduce((sum, figure) => sum.plus(figure), first).toFixed() : null
}

export const sumText = (sum: unknown, { field }: NonNullable<BoardPlan['sum']>): string =>
  formatNumber(sum, field.scale)

type Conditions = Readonly<Record<string, string>>

/** Narrows the conditions to some values of the field; null where they allow none of these. */
export function withValues(
  conditions: Conditions,
  { field }: BoardPlan,
  values: readonly string[],
): Conditions | null {
  const name = `${field.key}_MultiString`
  const allowed = conditions[name] ? conditions[name].split(',') : values
  const left = values.filter((value) => allowed.includes(value))
  return left.length > 0 ? { ...conditions, [name]: left.join(',') } : null
}

const PREFIX = 'column '

/** The id of a column as the target of a drag, and its value. */
export const targetId = (value: string | null): string => PREFIX + (value ?? '')
export const targetValue = (id: string): string | null =>
  id.startsWith(PREFIX) ? id.slice(PREFIX.length) : null
