import { parsed, refused } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { AnyFieldValue, FieldValue } from '#runtime/schema/field-value.ts'
import type { TableRows, TableSettings } from '#runtime/schema/types.ts'

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows inline, as in the answer of a record. They are stored in a table of their own, so there is no column. */
export const tableValue: FieldValue<TableRows, TableSettings> = {
  type: 'table',
  empty: null,
  dataType: 'rows',
  offList: true,
  fromWire: (raw) => (Array.isArray(raw) ? raw.filter(isRow) : null),
  toWire: (value) => value,
  toText: (value) => (value === null ? '' : `${value.length} 行`),
  fromText: (text) => (text.trim() === '' ? parsed(null) : refused('明细不能写成文字')),
  check: (raw, field) =>
    raw === null || raw === undefined || (Array.isArray(raw) && raw.every(isRow))
      ? null
      : { code: 'type', text: `${getTitle(field)}的值格式不正确` },
  column: () => null,
  query: null,
}

export const gridValues = {
  table: tableValue,
} satisfies Record<string, AnyFieldValue>
