import { sql } from 'kysely'
import type { ActualTable } from '../library/catalog.ts'
import { pinyinChange } from './plan-pinyin.ts'
import type { Step } from './plan-step.ts'
import type { WantedIndex, WantedTable } from './tables.ts'
import { pinyinTerms, trigrams } from './trigrams.ts'

/** The indexes that are missing after the changes of the columns, and those that must go. */
export const indexSteps = (
  table: WantedTable,
  existing: ReadonlySet<string> = new Set(),
  changes: readonly Step[] = [],
  actualTable?: ActualTable,
): Step[] => [
  ...table.indexes.flatMap((index) => {
    // An index of pinyin goes with its column.
    const change = index.kind === 'pinyin' ? pinyinChange(changes, index.columns) : undefined
    if (existing.has(index.name) && !change)
      return isOtherwiseLive(index, actualTable) ? [replaceIndex(table.name, index)] : []
    return [{ ...createIndex(table.name, index), additive: change?.additive ?? true }]
  }),
  ...[...existing].flatMap((name) => dropIndex(table, name)),
]

/** Whether a unique rule counts deleted rows that it should not, or leaves them out when it should not. */
const isOtherwiseLive = ({ name, live }: WantedIndex, actualTable: ActualTable | undefined): boolean =>
  name.startsWith('ux_') &&
  actualTable?.indexes.has(name) === true &&
  actualTable.partialIndexes.has(name) !== live

/** Both indexes have one name; the old one stays where the new one cannot be built. */
function replaceIndex(table: string, index: WantedIndex): Step {
  const created = createIndex(table, index)
  return {
    ...created,
    text: `换唯一索引 ${index.name}（${table}.${index.columns.join('、')}，${index.live ? '不算已删除的记录' : '也算已删除的记录'}）`,
    statement: sql`do $$ begin drop index ${sql.id(index.name)}; ${created.statement}; end $$`,
  }
}

function createIndex(table: string, index: WantedIndex): Step {
  const names = index.columns.map((name) => sql.id(name))
  const columns = {
    list: () => sql`(${sql.join(names.map((name) => sql`${name} desc nulls last`))}, id desc nulls last)`,
    plain: () => sql`(${sql.join(names)})`,
    unique: () => sql`(${sql.join(names)})`,
    prefix: () => sql`(${sql.join(names.map((name) => sql`${name} text_pattern_ops`))})`,
    // New entries wait in a short list (kB) that every search reads; a save that finds it full flushes it.
    contains: () => sql`using gin (${sql.join(names.map(trigrams))}) with (gin_pending_list_limit = 1024)`,
    pinyin: () => sql`using gin (${sql.join(names.map(pinyinTerms))}) with (gin_pending_list_limit = 1024)`,
  }[index.kind]()
  const unique = sql.raw(index.kind === 'unique' ? 'unique ' : '')
  const where = sql.raw(index.live ? ' where del_flag = 0' : '')
  return {
    kind: 'index',
    table,
    text: `${index.kind === 'unique' ? '加唯一索引' : '加索引'} ${index.name}（${table}.${index.columns.join('、')}）`,
    additive: true,
    blocks: false,
    statement: sql`create ${unique}index if not exists ${sql.id(index.name)} on ${sql.id(table)} ${columns}${where}`,
  }
}

const dropped: Record<string, string> = {
  // A unique rule that the document no longer has must not refuse values.
  ux_: '去掉唯一索引',
  // Indexes of pg_trgm from earlier versions: trigrams serve the same searches, and Chinese ones too.
  tg_: '去掉 pg_trgm 索引',
}

function dropIndex(table: WantedTable, name: string): Step[] {
  const word = table.unwanted?.includes(name) ? '去掉索引' : dropped[name.slice(0, 3)]
  if (word === undefined || table.indexes.some((index) => index.name === name)) return []
  return [
    {
      kind: 'unindex',
      table: table.name,
      text: `${word} ${name}（${table.name}）`,
      additive: true,
      blocks: false,
      statement: sql`drop index if exists ${sql.id(name)}`,
    },
  ]
}
