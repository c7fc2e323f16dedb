import { sql } from 'kysely'
import { pointer } from '#runtime/kernel/problem.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Db } from '../../platform/store/database.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { badValues } from '../../records/refuse.ts'
import { hasPassword, removePasswords } from './password.ts'

const refuse = defineRefusals({
  DATA_SOURCE_USED: '「{name}」正被 {count} 张报表使用，不能删除：{reports}',
})

/** The titles of the reports that read from a data source. */
async function reportsOver(db: Db, code: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select body ->> 'title' as title from sys_document
    where body ->> 'kind' = 'report' and body -> 'source' ->> 'dataSource' = ${code} order by id`.execute(db)
  return rows.map(({ title }) => title)
}

const addressKeys = ['dbType', 'dbHost', 'dbPort', 'dbName', 'dbUsername'] as const

/** A stored password belongs to one address: a new address with the old password would send it to another server. */
export const dataSourceHook: RecordHook = {
  name: 'data-source.guard',
  table: 'sys_data_source',
  description:
    '数据源：改了地址或用户名要重新填密码；有报表在用的不能删除，删除时一起删去密码。读 code、name、dbType、dbHost、dbPort、dbName、dbUsername、dbPassword',
  async beforeSave({ trx, before, after, transient }) {
    if (!before || (typeof transient.dbPassword === 'string' && transient.dbPassword !== '')) return
    const isMoved = addressKeys.some((key) => String(before[key] ?? '') !== String(after[key] ?? ''))
    if (isMoved && (await hasPassword(trx, String(before.id))))
      throw badValues([
        { path: pointer('dbPassword'), code: 'data-source', text: '地址或用户名改了，请重新填写密码' },
      ])
  },
  async beforeRemove({ trx, records }) {
    for (const { code, name } of records) {
      const titles = await reportsOver(trx, String(code))
      if (titles.length > 0)
        throw refuse('DATA_SOURCE_USED', {
          values: { name: String(name), count: titles.length, reports: titles.slice(0, 3).join('、') },
        })
    }
    await removePasswords(
      trx,
      records.map(({ id }) => String(id)),
    )
  },
}
