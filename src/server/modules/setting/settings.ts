import type { Secrets } from '../../platform/secrets.ts'
import { now } from '../../platform/store/clock.ts'
import type { Database, Db } from '../../platform/store/database.ts'
import { DEFAULT_VALUES, type SecretName, type SettingValues, secretNames } from './values.ts'

/** The settings in the database. They are read at each use, so a change is effective at once on every server. */
export interface Settings {
  read(): Promise<SettingValues>
  /** Null: none is stored, or it cannot be decrypted with this installation's key. */
  readSecret(name: SecretName): Promise<string | null>
  /** The names of the stored secrets. */
  storedSecrets(): Promise<ReadonlySet<SecretName>>
  /** Stores values and secrets; null removes one. */
  store(trx: Db, changes: Readonly<Record<string, string | number | null>>, username: string): Promise<void>
}

const isSecret = (name: string): name is SecretName => secretNames.some((secret) => secret === name)
const buildPurpose = (name: SecretName): string => `setting.${name}`

/** All values; a setting without a row has its default. */
export async function readSettings(db: Db): Promise<SettingValues> {
  const rows = await db.selectFrom('sys_setting').select(['name', 'value']).execute()
  const stored = rows.filter(({ name }) => Object.hasOwn(DEFAULT_VALUES, name))
  return { ...DEFAULT_VALUES, ...Object.fromEntries(stored.map(({ name, value }) => [name, value])) }
}

export function openSettings(db: Pick<Database, 'app'>, secrets: Secrets): Settings {
  return {
    read: () => readSettings(db.app),
    async readSecret(name) {
      const row = await db.app
        .selectFrom('sys_setting')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst()
      return typeof row?.value === 'string' ? secrets.decrypt(row.value, buildPurpose(name)) : null
    },
    async storedSecrets() {
      const rows = await db.app
        .selectFrom('sys_setting')
        .select('name')
        .where('name', 'in', [...secretNames])
        .execute()
      return new Set(rows.map(({ name }) => name).filter(isSecret))
    },
    async store(trx, changes, username) {
      for (const [name, plain] of Object.entries(changes)) {
        if (plain === null) {
          await trx.deleteFrom('sys_setting').where('name', '=', name).execute()
          continue
        }
        const value = JSON.stringify(
          isSecret(name) ? secrets.encrypt(String(plain), buildPurpose(name)) : plain,
        )
        const stamp = { value, update_by: username }
        await trx
          .insertInto('sys_setting')
          .values({ name, ...stamp })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...stamp, update_time: now }))
          .execute()
      }
    },
  }
}
