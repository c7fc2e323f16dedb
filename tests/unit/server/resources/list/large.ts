import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { applyAdditive } from '#server/documents/apply.ts'
import type { Database, Db } from '#server/platform/store/database.ts'
import type { Sql } from '#server/records/query/condition.ts'
import { type ListResult, type ListSource, readPage } from '#server/records/query/list.ts'
import { readListRequest } from '#server/records/query/parameters.ts'
import type { TotalLimits } from '#server/records/query/totals.ts'
import { Totals } from '#server/records/query/totals.ts'
import { getResource } from '#server/records/resource.ts'

export const screen = {
  version: 2,
  kind: 'screen',
  id: 'test/books',
  title: '书',
  perm: 'test:books',
  table: { name: 'tst_books' },
  fields: [
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
    { key: 'fnote', title: '备注', type: 'textarea', length: 5000, query: 'like' },
  ],
} as unknown as StoredScreen

/** Creates the table of its document. */
export async function makeTable(db: Database): Promise<void> {
  const { done } = await applyAdditive(db, [screen], fieldValues)
  const failed = done.find(({ error }) => error !== null)
  if (failed) throw new Error(`${failed.step.text}: ${failed.error}`)
}

/** Inserts rows with ids from `from` on; every third has no number, and numbers repeat. */
export const fill = (db: Db, count: number, from = 1) =>
  sql`
  insert into tst_books (id, create_time, sys_org_code, fname, fnum)
  select lpad(i::text, 9, '0'), timestamp '2020-01-01' + i * interval '1 second', case when i % 2 = 0 then 'A01' else 'B01' end,
    (array['江南府志', '岭南县志', '关中州志'])[1 + i % 3] || case when i % 500 = 7 then '孤本' else '' end || '第' || i || '卷',
    case when i % 3 = 0 then null else i % 100 end
  from generate_series(${from}::int, ${from + count - 1}::int) as i`.execute(db)

/** One server instance: its own connections and its own cache of totals. */
export class Instance {
  readonly totals: Totals

  constructor(
    readonly db: Database,
    limits?: TotalLimits,
  ) {
    this.totals = new Totals(db.app, limits)
  }

  list(
    query: Record<string, string> = {},
    always: readonly Sql[] = [],
    more: Partial<ListSource> = {},
  ): Promise<ListResult> {
    const { table, columns } = getResource(screen, '1', fieldValues)
    const source = {
      table,
      softDelete: false,
      columns: [...columns.values()],
      always,
      isAlone: true,
      ...more,
    }
    return readPage(this.db.app, this.totals, source, readListRequest(query, columns, '-createTime'))
  }

  /** Requests the list until the total is exact. */
  async counted(query: Record<string, string> = {}): Promise<number> {
    for (;;) {
      const { total, estimated } = await this.list(query)
      if (!estimated) return total
    }
  }
}
