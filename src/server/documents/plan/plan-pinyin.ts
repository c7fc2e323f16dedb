import { type RawBuilder, sql } from 'kysely'
import type { ActualTable } from '../library/catalog.ts'
import type { Step } from './plan-step.ts'
import { isPinyinColumn, pinyinColumn, typeText, type WantedColumn, type WantedTable } from './tables.ts'

/** A column with its type, as it is written in DDL. */
export const columnText = (column: WantedColumn): RawBuilder<unknown> => {
  const type = sql`${sql.id(column.name)} ${sql.raw(typeText(column.type))}`
  if (column.pinyinSource !== undefined)
    return sql`${type} generated always as (sys_pinyin(${sql.id(column.pinyinSource)})) stored`
  return sql`${type}${sql.raw(
    (column.default === undefined ? '' : ` default ${column.default}`) + (column.notNull ? ' not null' : ''),
  )}`
}

/** Removes a column's pinyin, which its type and name could not change with. */
export const withoutPinyin = (table: string, column: string): RawBuilder<unknown> =>
  sql`alter table ${sql.id(table)} drop column if exists ${sql.id(pinyinColumn(column))}`

/** The change of a column that removes one of these columns of pinyin. */
export const pinyinChange = (changes: readonly Step[], names: readonly string[]): Step | undefined =>
  changes.find(({ dropsPinyin }) => dropsPinyin !== undefined && names.includes(dropsPinyin))

/**
 * The columns of pinyin that are missing, and those that no search needs any more. A change of a column drops its pinyin,
 * which is added again then. While a change waits, the former document is served, and its searches need theirs.
 */
export function pinyinSteps(table: WantedTable, actualTable: ActualTable, before: readonly Step[]): Step[] {
  const wanted = table.columns.filter(({ pinyinSource }) => pinyinSource !== undefined)
  const isServed = before.every(({ additive, blocks }) => additive || !blocks)
  const make = (
    kind: Step['kind'],
    text: string,
    rest: RawBuilder<unknown>,
    { additive, blocks }: Pick<Step, 'additive' | 'blocks'>,
  ): Step => ({
    kind,
    table: table.name,
    text,
    additive,
    blocks,
    statement: sql`alter table ${sql.id(table.name)} ${rest}`,
  })
  return [
    ...[...actualTable.columns.keys()]
      .filter((name) => isPinyinColumn(name) && !wanted.some((column) => column.name === name))
      .filter((name) => !pinyinChange(before, [name]))
      .map((name) =>
        make('unindex', `去掉拼音列 ${table.name}.${name}`, sql`drop column if exists ${sql.id(name)}`, {
          additive: isServed,
          blocks: false,
        }),
      ),
    ...wanted.flatMap((column) => {
      const change = pinyinChange(before, [column.name])
      if (actualTable.columns.has(column.name) && !change) return []
      const text = `加拼音列 ${table.name}.${column.name}（按拼音和首字母查 ${column.pinyinSource}）`
      return make('add', text, sql`add column if not exists ${columnText(column)}`, {
        additive: change?.additive ?? true,
        blocks: true,
      })
    }),
  ]
}
