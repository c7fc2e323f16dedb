import type { JsonObject } from '#runtime/kernel/json.ts'
import { listStrings, unwrap } from './shape.ts'

export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** PostgreSQL's name for a column without AS when it derives from a name; a computed column may have none. */
export function findName(value: { kind: string; node: JsonObject } | null): string | undefined {
  if (!value) return undefined
  const { kind, node } = value
  if (kind === 'ColumnRef') return listStrings(node.fields).at(-1)
  if (kind === 'FuncCall') return listStrings(node.funcname).at(-1)
  if (kind === 'TypeCast') return findName(unwrap(node.arg))
  return undefined
}

const counting = new Set([
  ...['count', 'sum', 'avg', 'round', 'abs', 'ceil', 'floor', 'trunc', 'mod', 'sqrt', 'extract', 'date_part'],
  ...['row_number', 'rank', 'dense_rank', 'ntile', 'length', 'char_length'],
])
const arithmetic = new Set(['+', '-', '*', '/', '%', '^'])

/** Whether an expression is arithmetic or an aggregate of numbers: its text is short. */
export function isNumber(value: { kind: string; node: JsonObject } | null): boolean {
  if (value?.kind === 'FuncCall') return counting.has(listStrings(value.node.funcname).at(-1) ?? '')
  if (value?.kind === 'A_Expr') return arithmetic.has(listStrings(value.node.name)[0] ?? '')
  if (value?.kind === 'CoalesceExpr') return toList(value.node.args).some((arg) => isNumber(unwrap(arg)))
  return value?.kind === 'A_Const' && (value.node.ival !== undefined || value.node.fval !== undefined)
}
