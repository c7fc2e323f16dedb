import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { AppError } from '#runtime/kernel/errors.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { openScreen } from '../../records/access/workflows.ts'
import { buildCaller } from '../../records/caller.ts'
import { notFound } from '../../records/refuse.ts'
import { actOnTask } from './act.ts'
import type { OpinionServices } from './opinion/opinion.ts'
import type { PassAllBody } from './shape.ts'

/** What became of several tasks or records: those that could not be decided are named with the reason. */
export interface Passed {
  passed: number
  failed: { id: string; title: string; text: string }[]
}

/** Decides a task; returns the reason why it cannot be decided. */
async function tryPass(
  services: OpinionServices,
  user: SessionUser,
  task: string,
  opinion: string | undefined,
): Promise<string | null> {
  try {
    await actOnTask(services, user, { task, action: 'pass', ...(opinion !== undefined && { opinion }) })
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return error.text
  }
}

/** Decides several tasks, each in a transaction of its own. */
export async function passTasks(
  services: OpinionServices,
  user: SessionUser,
  tasks: readonly string[],
  opinion: string | undefined,
): Promise<Passed> {
  const failed: Passed['failed'] = []
  for (const task of tasks) {
    const text = await tryPass(services, user, task, opinion)
    if (text === null) continue
    const { rows } = await sql<{ title: string }>`
      select biz_title as title from sys_workflow_task where id = ${task} and person = ${user.username}`.execute(
      services.db.app,
    )
    failed.push({ id: task, title: rows[0]?.title ?? '', text })
  }
  return { passed: tasks.length - failed.length, failed }
}

/** Decides what waits for the user of several records of a screen. */
export async function passRecords(
  services: OpinionServices,
  user: SessionUser,
  { screen, records, opinion }: Extract<PassAllBody, { screen: string }>,
): Promise<Passed> {
  const { rows } = await sql<{ id: string; record: string; title: string }>`
    select id, record_id as record, biz_title as title from sys_workflow_task
    where screen = ${screen} and record_id = any(${records}::text[]) and person = ${user.username} and status = 'open'
      and kind = 'decide' order by number`.execute(services.db.app)
  const failed: Passed['failed'] = []
  for (const record of records) {
    const tasks = rows.filter((row) => row.record === record)
    if (tasks.length === 0)
      failed.push({
        id: record,
        title: await readName(services, user, screen, record),
        text: '没有等您办理的步骤',
      })
    for (const { id, title } of tasks) {
      const text = await tryPass(services, user, id, opinion)
      if (text === null) continue
      failed.push({ id: record, title, text })
      break
    }
  }
  return { passed: records.length - failed.length, failed }
}

/** How a record that the user may read is called. */
async function readName(
  services: OpinionServices,
  user: SessionUser,
  screen: string,
  id: string,
): Promise<string> {
  const resource = openScreen(services.documents, screen)
  if (!resource) throw notFound()
  const opened = await buildCaller(user, services).open(services.db.app, resource, id)
  const key = opened && findNameKey(opened.resource.screen, fieldValues)
  return String((key && opened?.head[key]) || resource.screen.title)
}
