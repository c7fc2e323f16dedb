import type { Registration } from '../../documents/services.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { RecordEvent, Subscriber } from '../../records/events.ts'
import type { ImportRouteServices } from '../../records/excel/import-route.ts'
import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { auditAppend } from './append-migration.ts'
import { keyedAudit } from './keyed-migration.ts'
import { type AuditLog, openAuditLog } from './log.ts'
import { auditTables } from './migration.ts'
import { auditPartitions } from './partition-migration.ts'
import { logImports, RequestEvents } from './request-hook.ts'
import { logRoutes } from './routes.ts'
import { keyChain } from './start.ts'
import { archiveOldAudit } from './sweep.ts'

type Services = PlatformServices & ReadServices & { requestEvents: RequestEvents }

/** The page with a tab for each log; the lists of its tabs are documents with rights of their own. */
const logMenu: Registration = {
  owner: 'system/log',
  codes: [],
  listCode: 'system:operation-log:list',
  menu: {
    id: 'system/log',
    parent: 'system',
    title: '日志管理',
    path: '/isystem/log',
    component: 'system/LogList',
    icon: 'profile',
    order: 80,
  },
}

const noteOn = (on: RecordEvent['type']): Subscriber<Services> => ({
  on,
  takesUnanswered: true,
  run: async (event, { requestEvents }, isUnanswered) => requestEvents.add(event, isUnanswered),
})

/** The log of operations. */
export const auditModule = defineModule<
  Services,
  { audit: AuditLog; requestEvents: RequestEvents } & Pick<ImportRouteServices, 'importOperations'>
>({
  name: 'audit',
  routes: [logRoutes],
  subscribers: [noteOn('record.saved'), noteOn('record.removed'), noteOn('record.moved')],
  permissions: [logMenu],
  jobs: [archiveOldAudit],
  migrations: {
    '20261122-2201-operation-log': auditTables,
    '20261123-0103-operation-log-append': auditAppend,
    '20261124-0545-keyed-operation-log': keyedAudit,
    '20261130-0942-contract-divide-operation-log': auditPartitions,
  },
  open: (core) => {
    const opened = { audit: openAuditLog(core), requestEvents: new RequestEvents() }
    return { ...opened, importOperations: logImports({ ...core, ...opened }) }
  },
  close: ({ audit }) => audit.close(),
  seed: keyChain,
})
