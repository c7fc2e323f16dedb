import { sql } from 'kysely'
import { AppError } from '#runtime/kernel/errors.ts'
import { findObstacle, moveCase } from '#runtime/record/workflow/move-version.ts'
import { indexSteps } from '#runtime/record/workflow/steps.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { caseTenant } from '../../records/access/case-tenant.ts'
import { listWorkflows } from '../../records/access/workflows.ts'
import { notFound } from '../../records/refuse.ts'
import type { RecordServices } from '../../records/services.ts'
import { writeRecords } from '../../records/transaction.ts'
import { keepVersion, lockCase, logAction, storeVersion } from '../../records/workflow/case-store.ts'

const refuse = defineRefusals({
  CASE_OVER: '流程已经结束，不用换版本',
  CASE_IS_NEWEST: '已经是最新版本',
  WORKFLOW_WITHDRAWN: '流程「{workflow}」已经停用，没有新版本，请让它按原来的版本走完',
  STEP_NOT_IN_VERSION: '现在停在「{step}」，新版本里没有这一步，或者位置、种类变了，请等它过了这一步再换',
})

/** Lets a case go on by the newest version of its workflow. */
async function moveToNewest(services: RecordServices, user: SessionUser, id: string): Promise<void> {
  await writeRecords(services, async ({ trx, documents }) => {
    const stored = await lockCase(trx, id, caseTenant(documents, user))
    if (!stored) throw notFound()
    const { state, document, screen } = stored
    if (state.status === 'done' || state.status === 'stopped') throw refuse('CASE_OVER')
    const served = listWorkflows(documents, screen).find((entry) => entry.document.id === stored.workflow)
    if (!served) throw refuse('WORKFLOW_WITHDRAWN', { values: { workflow: document.title } })
    const version = await keepVersion(trx, served)
    if (version === stored.version) throw refuse('CASE_IS_NEWEST')
    const obstacle = findObstacle(state, indexSteps(document), indexSteps(served.document))
    if (obstacle) throw refuse('STEP_NOT_IN_VERSION', { values: { step: obstacle.title } })
    await storeVersion(trx, id, version, moveCase(state))
    await logAction(trx, id, { action: '换版本', author: user.username, target: `第 ${version} 版` })
  })
}

interface MovedCases {
  moved: number
  failed: { id: string; title: string; text: string }[]
}

/** Moves cases to the newest version, each in a transaction of its own. */
export async function moveAllToNewest(
  services: RecordServices,
  user: SessionUser,
  ids: readonly string[],
): Promise<MovedCases> {
  const failed: MovedCases['failed'] = []
  for (const id of ids)
    try {
      await moveToNewest(services, user, id)
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      const { rows } = await sql<{ title: string }>`
        select c.biz_title as title from sys_workflow_case as c
        where c.id = ${id} and ${caseTenant(services.documents, user)}`.execute(services.db.app)
      failed.push({ id, title: rows[0]?.title ?? '', text: error.text })
    }
  return { moved: ids.length - failed.length, failed }
}

/** What became of the cases, in words. */
export const describeMoved = ({ moved, failed }: MovedCases): string =>
  [
    `换了 ${moved} 件`,
    ...(failed.length > 0
      ? [`没有换 ${failed.length} 件：${failed.map(({ title, text }) => `「${title}」${text}`).join('；')}`]
      : []),
  ].join('，')
