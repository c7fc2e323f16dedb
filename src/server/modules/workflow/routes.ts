import { sql } from 'kysely'
import type { Registration } from '../../documents/services.ts'
import { ok } from '../../platform/http/envelope.ts'
import { parseIds } from '../../platform/http/id-shape.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { caseTenant } from '../../records/access/case-tenant.ts'
import { designRelease, designWrite } from '../design/interface.ts'
import { actOnCase, actOnTask, assignTask, manageCode, noteRead } from './act.ts'
import { passRecords, passTasks } from './bulk.ts'
import { requireCaseRight } from './case-right.ts'
import { handOver } from './hand-over.ts'
import { describeMoved, moveAllToNewest } from './move-version.ts'
import type { OpinionServices } from './opinion/opinion.ts'
import { readRecordWorkflow } from './record-view.ts'
import {
  ActBody,
  AssignBody,
  CaseBody,
  HandOverBody,
  PassAllBody,
  ReadBody,
  RecordQuery,
  SimulateBody,
  SwitchBody,
  VersionBody,
} from './shape.ts'
import { type SimulationServices, simulateDraft } from './simulate.ts'
import { switchAddress, switchWorkflow } from './switch.ts'

export type WorkflowServices = SimulationServices & OpinionServices

export const managePermission: Registration = {
  owner: 'workflow',
  codes: [{ code: manageCode, title: '管理流程实例：挂起、激活、改派、移交、终止、换版本' }],
  listCode: manageCode,
}

/**
 * What people do with their tasks and cases. Every signed-in user may ask: each action is refused unless the case allows it to
 * this user.
 */
export const workflowRoutes: Plugin<WorkflowServices> = (app, services) => {
  const config = { access: 'self' } as const

  app.get('/workflow/record', { config, schema: { querystring: RecordQuery } }, async ({ query, user }) =>
    ok(await readRecordWorkflow(services, user, query)),
  )

  app.get('/workflow/counts', { config }, async ({ user }) => {
    const { rows } = await sql<{ kind: string; count: number }>`
      select k.kind, count(*)::int as count from sys_workflow_task k join sys_workflow_case c on c.id = k.case_id
      where k.person = ${user.username} and k.status = 'open' and k.kind in ('decide', 'read')
        and ${caseTenant(services.documents, user)}
      group by k.kind`.execute(services.db.app)
    const count = (kind: string) => rows.find((row) => row.kind === kind)?.count ?? 0
    return ok({ todo: count('decide'), unread: count('read') })
  })

  app.post('/workflow/act', { config, schema: { body: ActBody } }, async ({ body, user }) => {
    await actOnTask(services, user, body)
    return ok(null, '办理成功')
  })

  app.post('/workflow/pass-all', { config, schema: { body: PassAllBody } }, async ({ body, user }) =>
    ok(
      'tasks' in body
        ? await passTasks(services, user, body.tasks, body.opinion)
        : await passRecords(services, user, body),
    ),
  )

  app.post('/workflow/read', { config, schema: { body: ReadBody } }, async ({ body, user }) =>
    ok({ count: await noteRead(services, user, parseIds(body.tasks)) }, '标记成功'),
  )

  app.post('/workflow/case', { config, schema: { body: CaseBody } }, async ({ body, user }) => {
    const ids = parseIds(body.ids)
    for (const id of ids) {
      await requireCaseRight(services, user, id, body.action)
      await actOnCase(services, user, id, body)
    }
    return ok({ count: ids.length }, '操作成功')
  })

  app.route({
    method: 'POST',
    url: '/design/workflow/simulate',
    config: { access: designWrite, reads: true },
    schema: { body: SimulateBody },
    handler: async ({ body, user }) => ok(await simulateDraft(services, user, body)),
  })

  app.post(
    '/workflow/hand-over',
    { config: { access: manageCode }, schema: { body: HandOverBody } },
    async ({ body, user }) => {
      const count = await handOver(services, user, body)
      return ok({ count }, `移交了 ${count} 件待办`)
    },
  )

  app.post(
    '/workflow/version',
    { config: { access: manageCode }, schema: { body: VersionBody } },
    async ({ body, user }) => {
      const result = await moveAllToNewest(services, user, parseIds(body.ids))
      return ok(result, describeMoved(result))
    },
  )

  app.post(
    switchAddress,
    { config: { access: designRelease }, schema: { body: SwitchBody } },
    async ({ body, user, ip }) => {
      await switchWorkflow(services, user, body, ip)
      return ok(null, body.isOn ? '启用成功' : '停用成功')
    },
  )

  app.post(
    '/workflow/assign',
    { config: { access: manageCode }, schema: { body: AssignBody } },
    async ({ body, user }) => {
      await assignTask(services, user, body.task, body.to)
      return ok(null, '改派成功')
    },
  )
}
