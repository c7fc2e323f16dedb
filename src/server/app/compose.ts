import type { FastifyInstance } from 'fastify'
import type { Migration } from 'kysely'
import { type AppOptions, createApp } from '../platform/http/app.ts'
import type { Plugin } from '../platform/http/route.ts'
import type { Job, Task } from '../platform/jobs/jobs.ts'
import type { BaseServices } from './services.ts'

/** The parts of a server: its services, routes, jobs and migrations. */
export interface Application<S extends BaseServices> {
  open(base: BaseServices): Promise<S>
  routes: readonly Plugin<S>[]
  /** Plugins of the whole server, added once, before the routes. */
  extend?(app: FastifyInstance, services: S): void
  /** Closes open sockets and ends the watching of folders. */
  close(services: S): Promise<void> | void
  jobs: readonly Job<S>[]
  tasks?: readonly Task<S>[]
  /** The migrations of the modules. */
  migrations: Readonly<Record<string, Migration>>
}

/** The complete server over HTTP: base routes and content routes. */
export const composeApp = <S extends BaseServices>(
  services: S,
  { routes, extend }: Pick<Application<S>, 'routes' | 'extend'>,
  attach?: AppOptions<S>['attach'],
): FastifyInstance =>
  createApp<S>(services, {
    plugins: routes,
    ...(extend && { extend: (app) => extend(app, services) }),
    ...(attach && { attach }),
  })
