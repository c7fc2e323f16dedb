import { formatNumber } from '#runtime/kernel/decimal.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { type Field, isDetail } from '#runtime/schema/types.ts'
import { isShown } from '../../checks/conditions.ts'
import { ColumnTotal } from '../../formulas/column-total.ts'
import { lackText } from '../../formulas/lack-text.ts'
import { getRows, keySet, rowScope, type Values } from '../../scope.ts'
import { growTree } from '../../tree.ts'
import type { PrintedRow } from '../printed-block.ts'
import { formatText, isPrintedRed, isReadable } from '../printer.ts'
import type { PrintBlockPlan } from './block-plan.ts'

const DEFAULT_WIDTH = 110

export const tablePlan: PrintBlockPlan<'table'> = {
  compile({ title, detail: key, columns: keys, rowWhen, totals, minRows = 0, note, keep }, print) {
    const { record, env, scope } = print
    const detail = print.field(key)
    if (!detail || !isDetail(detail)) return []
    const declared = new Map(detail.fields.map((field) => [field.key, field]))
    const fields = keys.flatMap((name) => {
      const field = declared.get(name)
      return field && isReadable(field, env) ? [field] : []
    })
    if (fields.length === 0) return []
    const rowKeys = keySet(detail.fields, env.types)
    const rows = getRows(record, key).filter((row) =>
      print.isMet(rowWhen, { detail: key, scope: rowScope(row, rowKeys, scope) }),
    )
    const nodes = growTree(
      rows.map((row, at) => ({ id: String(at), ...row })),
      detail.tree?.parent,
    )
    const printed = nodes.map(({ row, level }, at): PrintedRow => {
      const values = rowScope(row, rowKeys, scope)
      const cells = fields.map((field) => (isShown(field, values) ? formatText(field, row, env) : ''))
      const reds = fields.map((field) => isPrintedRed(field, print, { detail: key, scope: values }))
      return {
        key: String(at),
        ...(reds.includes(true) && { reds }),
        cells: cells.map((text, place) => (place === 0 ? '　'.repeat(level - 1) + text : text)),
      }
    })
    const blanks = Array.from({ length: Math.max(0, minRows - printed.length) }, (_, at) => ({
      key: `blank ${at}`,
      cells: fields.map(() => ''),
    }))
    // The sum of a column of which every figure is red.
    const redTotals = fields.map(
      (_, place) => printed.length > 0 && printed.every(({ reds }) => reds?.[place]),
    )
    const sums = fields.map((field) => (totals?.includes(field.key) ? formatSum(field, rows) : ''))
    return [
      {
        type: 'table',
        ...(title ? { title } : {}),
        columns: fields.map((field) => ({
          key: field.key,
          title: getTitle(field),
          align: env.types.get(field.type)?.align ?? 'left',
          width: field.width ?? DEFAULT_WIDTH,
        })),
        rows: [...printed, ...blanks],
        ...(sums.some(Boolean) ? { totals: sums } : {}),
        ...(redTotals.includes(true) && { redTotals }),
        ...(note === undefined ? {} : { note: print.fill(note) }),
        ...(keep && { keep }),
      },
    ]
  },
}

/** The sum of a column; of a computed one with the number of rows whose formula has no value. */
function formatSum({ key, scale, compute }: Field, rows: readonly Values[]): string {
  const total = new ColumnTotal()
  for (const row of rows) total.add(row[key])
  const lack = compute === undefined ? undefined : lackText(rows.length - total.count)
  return `${formatNumber(total.sum, scale)}${lack === undefined ? '' : `（${lack}）`}`
}
