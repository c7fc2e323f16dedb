import { type RawBuilder, sql } from 'kysely'
import type { SqlColumn } from '#runtime/schema/field-value.ts'
import type { ActualColumn, ActualTable } from '../library/catalog.ts'
import { indexSteps } from './plan-indexes.ts'
import { createPartitioned, partitionSteps } from './plan-partition.ts'
import { columnText, pinyinSteps, withoutPinyin } from './plan-pinyin.ts'
import { formerTable, indexRenames, renameTable } from './plan-renames.ts'
import type { Step } from './plan-step.ts'
import { isPinyinColumn, pinyinColumn, typeText, type WantedColumn, type WantedTable } from './tables.ts'

const MAX_SAMPLES = 3

const parked = 'parked_'
/** Where a plan keeps the values of a column that no document has. */
export const parkedColumn = (name: string): string => parked + name
/** Columns that are kept although no document names them. */
const permanentColumns = new Set(['del_flag'])

/** The steps from the existing tables to the tables that documents need. Pure; in the order of execution. */
export function planSteps(
  neededTables: readonly WantedTable[],
  actual: ReadonlyMap<string, ActualTable>,
): Step[] {
  const wanted = new Set(neededTables.map(({ name }) => name))
  return neededTables.flatMap((table) => {
    const former = formerTable(table, actual, wanted)
    const actualTable = actual.get(former ?? table.name)
    const changes = actualTable ? columnSteps(table, actualTable) : [createTable(table)]
    const { steps, indexes } = indexRenames(table, former, actualTable)
    return [
      ...(former === undefined ? [] : [renameTable(former, table.name)]),
      ...changes,
      ...(actualTable?.isWatched ? [] : [watchTable(table)]),
      ...steps,
      ...indexSteps(table, indexes, changes, actualTable),
      ...partitionSteps(table, actualTable),
    ]
  })
}

function createTable(table: WantedTable): Step {
  const columns = sql.join(table.columns.map(columnText))
  return {
    kind: 'create',
    table: table.name,
    text: `建表 ${table.name}（${table.columns.length} 列）`,
    additive: true,
    blocks: true,
    statement:
      table.partition === undefined
        ? sql`create table ${sql.id(table.name)} (${columns}, primary key (id))`
        : createPartitioned(table, columns),
  }
}

/** With this trigger the totals of the table's lists can be cached until the next write (`records/totals.ts`). */
function watchTable({ name }: WantedTable): Step {
  return {
    kind: 'watch',
    table: name,
    text: `加触发器 sys_table_changed（${name}，记录数据有无变化）`,
    additive: true,
    blocks: false,
    statement: sql`select sys_watch_table(${name}::regclass)`,
  }
}

function columnSteps(table: WantedTable, actualTable: ActualTable): Step[] {
  const steps: Step[] = []
  // Migrations own the types of these columns: an id of the menu is longer than the generated ids of other tables.
  const isSystem = table.name.startsWith('sys_')
  const used = new Set<string>()
  const wanted = new Set(table.columns.map(({ name }) => name))
  const alter = (rest: RawBuilder<unknown>) => sql`alter table ${sql.id(table.name)} ${rest}`
  const step = (kind: Step['kind'], text: string, rest: RawBuilder<unknown>, more: Partial<Step> = {}) =>
    steps.push({
      kind,
      table: table.name,
      text,
      additive: true,
      blocks: true,
      statement: alter(rest),
      ...more,
    })
  for (const column of table.columns.filter(({ pinyinSource }) => pinyinSource === undefined)) {
    used.add(column.name)
    const type = actualTable.columns.get(column.name)
    const former = column.renamedFrom
    const isLate = former !== undefined && actualTable.columns.has(former) && !wanted.has(former)
    if (type && former !== undefined && isLate) {
      used.add(former)
      steps.push(moveValues(table.name, former, column, parkedName(former, actualTable)))
    }
    if (type) {
      const change = retype(table.name, column.name, type, column.type)
      if (change && !(isSystem && (change.kind === 'narrow' || type.type === 'other'))) steps.push(change)
      continue
    }
    const old = [former, parkedColumn(column.name)].find(
      (name) => name !== undefined && actualTable.columns.has(name) && !wanted.has(name),
    )
    if (old === undefined) {
      // The rows of a table that existed before its document get ids.
      const ids = column.name === 'id' ? sql` unique default gen_random_uuid()::text` : sql``
      step(
        'add',
        `加列 ${table.name}.${column.name} ${typeText(column.type)}`,
        sql`add column ${columnText(column)}${ids}`,
      )
      continue
    }
    used.add(old)
    steps.push(renameColumn(table.name, old, column.name))
    const change = retype(table.name, column.name, actualTable.columns.get(old) as ActualColumn, column.type)
    if (change) steps.push(change)
  }
  steps.push(...pinyinSteps(table, actualTable, steps))
  // Tables of migrations have more columns than their document has fields.
  if (isSystem) return steps
  for (const name of actualTable.columns.keys()) {
    if (used.has(name) || permanentColumns.has(name) || name.startsWith(parked) || isPinyinColumn(name))
      continue
    const column = sql.id(name)
    step(
      'park',
      `停用列 ${table.name}.${name}（改名为 ${parked}${name}，数据保留）`,
      sql`rename column ${column} to ${sql.id(parkedName(name, actualTable))}`,
      {
        additive: false,
        blocks: false,
        touches: count(table.name, sql`${column} is not null`),
      },
    )
  }
  return steps
}

/** Its column of pinyin goes, because it would hold the type of the renamed column. */
function renameColumn(table: string, from: string, to: string): Step {
  return {
    kind: 'rename',
    table,
    text: `列改名 ${table}.${from} → ${to}`,
    additive: true,
    blocks: true,
    statement: sql`do $$ begin
      ${withoutPinyin(table, from)};
      alter table ${sql.id(table)} rename column ${sql.id(from)} to ${sql.id(to)};
    end $$`,
    dropsPinyin: pinyinColumn(from),
  }
}

/**
 * Moves the values of a former column into an empty one that exists already: `renamedFrom` was written after the first
 * load. The former column is parked, so that the step runs once.
 */
function moveValues(table: string, from: string, { name, type }: WantedColumn, target: string): Step {
  const [source, column] = [sql.id(from), sql.id(name)]
  const refusal = `新列 ${name} 里已有值，旧列 ${from} 的值没有移过来；请先清空新列，或删去 renamedFrom`
  return {
    kind: 'move',
    table,
    text: `把值由列 ${table}.${from} 移到 ${name}`,
    additive: true,
    // Without it the field would show the values of another one.
    blocks: true,
    statement: sql`do $$ begin
      if exists (select 1 from ${sql.id(table)} where ${source} is not null) then
        if exists (select 1 from ${sql.id(table)} where ${column} is not null) then
          raise exception ${sql.lit(refusal)};
        end if;
        update ${sql.id(table)} set ${column} = ${source}::${sql.raw(typeText(type))};
      end if;
      alter table ${sql.id(table)} rename column ${source} to ${sql.id(target)};
    end $$`,
  }
}

const parkedName = (name: string, actualTable: ActualTable): string => {
  let target = parkedColumn(name)
  for (let n = 2; actualTable.columns.has(target); n++) target = `${parked}${name}_${n}`
  return target
}

const count = (table: string, where: RawBuilder<unknown>): RawBuilder<{ count: number }> =>
  sql<{ count: number }>`select count(*) as count from ${sql.id(table)} where ${where}`

/** Some values of the column in the rows of `where`, cut to a length that a line can show. */
const selectSamples = (
  table: string,
  column: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): RawBuilder<{ value: string }> =>
  sql<{ value: string }>`select left(${column}::text, 40) as value from ${sql.id(table)} where ${where}
    order by id limit ${sql.raw(String(MAX_SAMPLES))}`

const digits = (type: ActualColumn): { whole: number; scale: number } | null => {
  if (type.type === 'integer') return { whole: 10, scale: 0 }
  if (type.type === 'bigint') return { whole: 19, scale: 0 }
  if (type.type !== 'numeric') return null
  if (type.precision === undefined)
    return { whole: Number.POSITIVE_INFINITY, scale: Number.POSITIVE_INFINITY }
  return { whole: type.precision - (type.scale ?? 0), scale: type.scale ?? 0 }
}

const findLength = (type: ActualColumn): number | null =>
  type.type === 'varchar' ? type.length : type.type === 'text' ? Number.POSITIVE_INFINITY : null

/** Null when the types agree. Texts become longer or shorter, numbers widen; any other difference is a change of type. */
function retype(table: string, name: string, from: ActualColumn, to: SqlColumn): Step | null {
  const [before, after] = [typeText(from), typeText(to)]
  if (before === after || to.type === 'native') return null
  const column = sql.id(name)
  const target = sql.raw(after)
  const make = (kind: Step['kind'], text: string, using: RawBuilder<unknown>, more: Partial<Step>): Step => ({
    kind,
    table,
    column: name,
    text: `${text} ${table}.${name} ${before} → ${after}`,
    additive: false,
    blocks: false,
    statement: sql`do $$ begin
      ${withoutPinyin(table, name)};
      alter table ${sql.id(table)} alter column ${column} type ${target} using ${using};
    end $$`,
    dropsPinyin: pinyinColumn(name),
    ...more,
  })
  const [oldLength, newLength] = [findLength(from), findLength(to)]
  if (oldLength !== null && newLength !== null) {
    if (newLength > oldLength)
      return make('widen', '加宽', sql`${column}::${target}`, { additive: true, blocks: true })
    const limit = sql.raw(String(newLength))
    const isLong = sql`char_length(${column}) > ${limit}`
    return make('narrow', '缩短', sql`left(${column}, ${limit})`, {
      touches: count(table, isLong),
      samples: selectSamples(table, column, isLong),
    })
  }
  const [oldDigits, newDigits] = [digits(from), digits(to)]
  if (oldDigits && newDigits && to.type !== 'integer' && to.type !== 'bigint') {
    const cast = sql`${column}::${target}`
    if (newDigits.whole >= oldDigits.whole && newDigits.scale >= oldDigits.scale) {
      return make('widen', '加宽', cast, { additive: true, blocks: true })
    }
    const scale = sql.raw(String(newDigits.scale))
    const isRounded = sql`${column} <> round(${column}, ${scale})`
    return make('narrow', '缩短', cast, {
      touches: count(table, isRounded),
      samples: selectSamples(table, column, isRounded),
    })
  }
  if (from.type === 'integer' && to.type === 'bigint') {
    return make('widen', '加宽', sql`${column}::${target}`, { additive: true, blocks: true })
  }
  return make('retype', '改变类型', sql`nullif(${column}::text, '')::${target}`, {
    blocks: true,
    // A default and an identity belong to the former type; ids are given by the server.
    statement: sql`do $$
    declare
      other record;
    begin
      for other in
        select c.conname, c.conrelid::regclass as holder from pg_constraint c
        join pg_attribute a on a.attname = ${sql.lit(name)}
          and (a.attrelid = c.conrelid and a.attnum = any(c.conkey) or a.attrelid = c.confrelid and a.attnum = any(c.confkey))
        where c.contype = 'f' and a.attrelid = ${sql.lit(table)}::regclass
      loop
        raise exception ${sql.lit(`表 % 的外键 % 用着列 ${name}，它的类型改不了；请先在数据库里去掉这个外键`)}, other.holder, other.conname;
      end loop;
      ${withoutPinyin(table, name)};
      alter table ${sql.id(table)} alter column ${column} drop identity if exists;
      alter table ${sql.id(table)} alter column ${column} drop default;
      alter table ${sql.id(table)} alter column ${column} type ${target} using nullif(${column}::text, '')::${target};
    end $$`,
    touches: count(table, sql`${column} is not null`),
    samples: selectSamples(table, column, sql`${column} is not null`),
  })
}
