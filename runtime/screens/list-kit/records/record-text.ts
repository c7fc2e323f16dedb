import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'

/** A value of a row as plain text; '' for no value. */
export const textOf = ({ key, field, type }: Column, row: ListRow, lookup: Lookup): string =>
  serverText(row, key) ?? type.toText(type.fromWire(row[key], field), field, lookup, 'cell')
