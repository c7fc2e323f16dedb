import { openDocuments, warnOfAddresses, warnOfStoredNames } from '../documents/open.ts'
import { documentRoutes } from '../documents/routes.ts'
import { addAudit } from '../modules/audit/interface.ts'
import type { CoreServices, Module } from '../modules/define-module.ts'
import { addDocumentation } from '../modules/docs/extend.ts'
import { bindJobType } from '../platform/jobs/job-type.ts'
import { createLive } from '../platform/live/live.ts'
import { addSockets, socketRoutes } from '../platform/live/sockets.ts'
import { createEvents } from '../records/events.ts'
import { Exports } from '../records/excel/export/exports.ts'
import { createImports, importRoutes } from '../records/excel/import-route.ts'
import { recordNotices } from '../records/live/record-notices.ts'
import { tableSyncRoutes } from '../records/live/table-sync.ts'
import { NamedRegistry } from '../records/registry.ts'
import { resourceRoutes } from '../records/routes.ts'
import { createReportDatabases } from '../reports/databases.ts'
import { createReportRows } from '../reports/report-rows.ts'
import { ReportStreams } from '../reports/report-stream.ts'
import { reportRoutes } from '../reports/routes.ts'
import { collectHooks, collectJobs, collectJobTypes, collectMigrations, collectTasks } from './collect.ts'
import type { Application } from './compose.ts'
import { modules } from './modules.ts'
import type { BaseServices, Services } from './services.ts'
import { tryInTransaction } from './trial-server.ts'

/** The services that one of the modules opens. */
type OpenedBy<M> = M extends Module<never, infer Opened> ? (opened: Opened) => void : never
/** Those of all modules. `open` does not compile while a service is neither among them nor opened by itself. */
type Opened = OpenedBy<(typeof modules)[number]> extends (opened: infer All) => void ? All : never

async function openModules(core: CoreServices, installed: readonly Module<Services>[]): Promise<Opened> {
  const parts = await Promise.all(installed.map((module) => module.open?.(core)))
  return Object.assign({}, ...parts)
}

async function open(base: BaseServices, installed: readonly Module<Services>[]): Promise<Services> {
  const live = createLive()
  const { documents, reload, close } = await openDocuments(base, live)
  const opened = await openModules({ ...base, documents, live }, installed)
  const reportDatabases = createReportDatabases(base.db, opened.dataSources)
  const services: Services = {
    ...base,
    ...opened,
    documents,
    reloadDocuments: reload,
    live,
    effects: new NamedRegistry(
      'effect',
      installed.flatMap((module) => module.effects ?? []),
    ),
    hooks: new NamedRegistry(
      'hook',
      collectHooks(installed, () => services),
    ),
    consequences: new NamedRegistry(
      'consequence',
      installed.flatMap((module) => module.consequences ?? []),
    ),
    lookups: new NamedRegistry(
      'lookup',
      installed.flatMap((module) => module.lookups ?? []),
    ),
    events: createEvents(
      [...recordNotices(), ...installed.flatMap((module) => module.subscribers ?? [])],
      () => services,
      base.log,
    ),
    jobTypes: collectJobTypes(installed).map((type) => bindJobType(type, () => services)),
    wholeReports: new ReportStreams(reportDatabases),
    reportDatabases,
    exports: new Exports(base.db.app),
    reportRows: createReportRows({ ...base, documents, reportDatabases }),
    imports: createImports(),
    stopWatching: close,
    tryDocuments: (trx, ids, user) => {
      // The database is seeded already; seeds take locks that others would wait for until the trial ends.
      const unseeded = installed.map(({ seed: _, ...module }) => module)
      return tryInTransaction(createApplication(unseeded), base.config, trx, { ids, isAlone: true, user })
    },
  }
  for (const module of installed) await module.seed?.(services)
  return services
}

/** Composes an application of modules; `open` runs their seeds. */
export const createApplication = (installed: readonly Module<Services>[]): Application<Services> => ({
  open: (base) => open(base, installed),
  routes: [
    documentRoutes,
    resourceRoutes,
    importRoutes,
    reportRoutes,
    socketRoutes,
    tableSyncRoutes,
    ...installed.flatMap((module) => module.routes ?? []),
  ],
  extend(app, services) {
    app.addHook('onRoute', ({ method, url }) => {
      for (const word of [method].flat()) services.routes.push({ method: word, url })
    })
    app.addHook('onReady', async () => {
      warnOfAddresses(services)
      await warnOfStoredNames(services)
    })
    addDocumentation(app, services.config)
    addSockets(app, services)
    addAudit(app, services)
  },
  async close(services) {
    services.stopWatching()
    services.live.close()
    for (const module of installed) await module.close?.(services)
  },
  jobs: collectJobs(installed),
  tasks: collectTasks(installed),
  migrations: collectMigrations(installed),
})

/** The application of all installed modules. */
export const application = createApplication(modules)
