import { pino } from 'pino'
import { fieldValues } from '#runtime/fields/values.ts'
import { tryPlan } from '../documents/apply.ts'
import { withDatabase } from '../documents/plan-command.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/store/database.ts'
import { openTrialDatabase } from '../platform/store/trial-database.ts'
import { application } from './application.ts'
import { openBase } from './base.ts'
import type { Services } from './services.ts'

type Work<T> = (services: Services) => Promise<T>

async function runWithServices<T>(config: Config, db: Database, work: Work<T>): Promise<T> {
  const services = await application.open(await openBase(config, pino({ level: 'silent' }), db))
  try {
    return await work(services)
  } finally {
    await application.close(services)
  }
}

/** Runs a command with the services of the server, on its database and without its routes and jobs. */
export const withServices = <T>(config: Config, work: Work<T>): Promise<T> =>
  withDatabase(config, application.migrations, (db) => runWithServices(config, db, work))

/** The same in one transaction, which is undone: to open the documents registers them and makes their tables. */
export const withTrialServices = <T>(config: Config, work: Work<T>): Promise<T> =>
  withDatabase(config, application.migrations, (db) =>
    tryPlan(db, [], fieldValues, false, (trx) => runWithServices(config, openTrialDatabase(trx), work)),
  )
