import { pointer } from '#runtime/kernel/problem.ts'
import type { RecordHook } from '../../records/hooks.ts'
import { badValues } from '../../records/refuse.ts'
import { hasPassword, removePasswords } from './password.ts'

const addressKeys = ['dbType', 'dbHost', 'dbPort', 'dbName', 'dbUsername'] as const

/** A stored password belongs to one address: a new address with the old password would send it to another server. */
export const dataSourceHook: RecordHook = {
  name: 'data-source.guard',
  async beforeSave({ trx, before, after, transient }) {
    if (!before || (typeof transient.dbPassword === 'string' && transient.dbPassword !== '')) return
    const isMoved = addressKeys.some((key) => String(before[key] ?? '') !== String(after[key] ?? ''))
    if (isMoved && (await hasPassword(trx, String(before.id))))
      throw badValues([
        { path: pointer('dbPassword'), code: 'data-source', text: '地址或用户名改了，请重新填写密码' },
      ])
  },
  async beforeRemove({ trx, records }) {
    await removePasswords(
      trx,
      records.map(({ id }) => String(id)),
    )
  },
}
