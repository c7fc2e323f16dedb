import { pino } from 'pino'
import { withDatabase } from '../documents/plan-command.ts'
import type { Config } from '../platform/config.ts'
import { application } from './application.ts'
import { openBase } from './base.ts'
import type { Services } from './services.ts'

/** Runs a command with the services of the server, on its database and without its routes and jobs. */
export const withServices = <T>(config: Config, work: (services: Services) => Promise<T>): Promise<T> =>
  withDatabase(config, application.migrations, async (db) => {
    const base = await openBase(config, pino({ level: 'silent' }), db)
    const services = await application.open(base)
    try {
      return await work(services)
    } finally {
      await application.close(services)
    }
  })
