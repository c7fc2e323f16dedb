import { existsSync } from 'node:fs'
import type { Migration } from 'kysely'
import { isOwnStart, readStart } from '../../modules/audit/interface.ts'
import { openMailer } from '../../modules/outbox/mail.ts'
import { openSettings } from '../../modules/setting/settings.ts'
import type { Config } from '../../platform/config.ts'
import { getKeyFile, openSecrets, type Secrets } from '../../platform/secrets.ts'
import type { Db } from '../../platform/store/database.ts'
import { readMigrationDifference } from '../../platform/store/migrate.ts'
import { isContract } from '../../platform/store/migration-names.ts'
import { type Check, fault, formatReason, good, warning } from './check.ts'

/** The secrets of this installation; null before the first start, which makes the key. */
export const openStoredSecrets = ({ secretKey, dataDir }: Config): Secrets | null =>
  secretKey !== undefined || existsSync(getKeyFile(dataDir)) ? openSecrets(dataDir, secretKey) : null

const keyCheck = (config: Config, db: Db): Check => ({
  title: 'secret key of this database',
  async run() {
    const start = await readStart(db)
    if (start.mac === null) return good('no key has been used yet')
    const secrets = openStoredSecrets(config)
    if (secrets && isOwnStart(secrets, start)) return good('the database was written with this key')
    return fault(
      'the database was written with another key',
      'restore SECRET_KEY or DATA_DIR/secret.key from the backup; every server of a database has the same key',
    )
  },
})

const mailCheck = (config: Config, db: Db): Check => ({
  title: 'mail server',
  async run() {
    const secrets = openStoredSecrets(config)
    if (!secrets) return good('not checked without the secret key')
    const settings = openSettings({ app: db }, secrets)
    const values = await settings.read()
    if (values.mailHost === '') return good('none is set, mails stay in the outbox')
    const password = await settings.readSecret('mailPassword')
    const mailer = openMailer({ values, password, title: config.productTitle })
    const server = `${values.mailHost}:${values.mailPort}`
    try {
      await mailer.verify()
      return good(server)
    } catch (error) {
      return fault(
        `${server} (${values.mailSecurity}): ${formatReason(error)}`,
        'correct host, port, encryption, account or password in the system settings of the application',
      )
    } finally {
      mailer.close()
    }
  },
})

/** What the database contains; `db` reads only. */
export const listContentChecks = async (
  config: Config,
  db: Db,
  added: Readonly<Record<string, Migration>>,
): Promise<Check[]> => {
  const compared = await readMigrationDifference(db, added)
  const migrations: Check = {
    title: 'tables',
    async run() {
      if (!compared) return good('the first start creates them')
      const { missing, foreign, harmful } = compared
      if (harmful !== undefined)
        return fault(
          `a newer version has changed them (${harmful})`,
          'start that version again, or restore the backup from before the upgrade',
        )
      if (missing.length === 0)
        return good(foreign.length > 0 ? 'of this version, with additions of a newer one' : 'of this version')
      const contracts = missing.filter(isContract)
      return warning(
        `the next start runs ${missing.length - contracts.length} migrations that add, and ${contracts.length} that remove when no instance of the version before is left`,
        contracts.length > 0
          ? 'back up the database before that start; after the second step the version before cannot use the tables'
          : 'back up the database before that start',
      )
    },
  }
  return compared ? [migrations, keyCheck(config, db), mailCheck(config, db)] : [migrations]
}
