import { fieldValues } from '#runtime/fields/values.ts'
import type { ChartData } from '#runtime/record/panel/chart-data.ts'
import { printValue } from '#runtime/record/print-value.ts'
import type { Values } from '#runtime/record/scope.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { AxisChartKind } from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import type { Field } from '#runtime/schema/types.ts'

/** A column of a table; one without a field has plain texts and numbers. */
export interface PartColumn {
  key: string
  title: string
  align: 'left' | 'right' | 'center'
  width?: number
  field?: Field
}

export interface Table {
  columns: readonly PartColumn[]
  rows: readonly Values[]
}

/** What a report or a block of a panel shows to one person. */
export type Part =
  | { type: 'figures'; title?: string; figures: readonly { title: string; text: string }[] }
  | ({ type: 'table'; title?: string; totals?: readonly string[]; note?: string } & Table & {
        /** The cells of a line of sub-totals below a row, by the place of the row. */
        subtotals?: ReadonlyMap<number, readonly string[]>
      })
  | {
      type: 'chart'
      title?: string
      kind: AxisChartKind | 'pie'
      data: ChartData
      isStacked: boolean
      target?: number
      table: Table
    }
  | { type: 'text'; title?: string; text: string }

/** The text of a cell. */
export function printCell({ key, field }: PartColumn, row: Values): string {
  const type = field && fieldValues.get(field.type)
  if (field && type) return printValue({ field, type }, row, noLookup)
  return row[key] === null || row[key] === undefined ? '' : String(row[key])
}
