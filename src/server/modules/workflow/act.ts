import { sql } from 'kysely'
import type { CaseEvent, Task } from '#runtime/record/workflow/case.ts'
import { indexSteps } from '#runtime/record/workflow/steps.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Trx } from '../../platform/store/database.ts'
import { anyTenant, caseTenant } from '../../records/access/case-tenant.ts'
import { readBody } from '../../records/body.ts'
import type { RecordAuthor } from '../../records/events.ts'
import type { Sql } from '../../records/query/condition.ts'
import type { RecordTransaction } from '../../records/record-transaction.ts'
import { notFound } from '../../records/refuse.ts'
import type { RecordServices } from '../../records/services.ts'
import { documentCaller, systemAuthor } from '../../records/then/author.ts'
import { writeRecords } from '../../records/transaction.ts'
import { lockCase, logAction, type StoredCase } from '../../records/workflow/case-store.ts'
import { readReminders } from '../../records/workflow/reminders.ts'
import {
  applyEvent,
  endCase,
  findRecord,
  type LedRecord,
  lockRecord,
  remind,
} from '../../records/workflow/run-case.ts'
import { listHeadsAbove } from '../../records/workflow/staff.ts'
import { prepareChange } from '../../records/write/save-change.ts'
import { keepPhrase, type OpinionServices, readOpinion } from './opinion/opinion.ts'
import { requirePeople } from './people.ts'
import type { ActBody, CaseBody } from './shape.ts'

const refuse = defineRefusals({
  OPINION_MISSING: '请填写意见',
  FIELD_NOT_WRITABLE: '这一步不能改字段「{field}」',
  FIELDS_MISSING: '请先填写{fields}',
  RECORD_CHANGED: '单据在您打开以后被别人改过，请取消以后看一看新的内容，再来办理',
})

/** A task with its case and the record that it is about. */
interface Found {
  stored: StoredCase
  record: LedRecord
  task: Task
  step: WorkflowStep | undefined
}

async function findTask(trx: Trx, id: string): Promise<{ caseId: string; number: number }> {
  const { rows } = await sql<{ caseId: string; number: number }>`
    select case_id as "caseId", number from sys_workflow_task where id = ${id}`.execute(trx)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The task with its case, which meets the condition and is locked. */
async function lockTask(trx: Trx, id: string, within: Sql): Promise<Omit<Found, 'record'>> {
  const { caseId, number } = await findTask(trx, id)
  const stored = await lockCase(trx, caseId, within)
  const task = stored?.state.tasks.find((entry) => entry.id === number)
  if (!stored || !task) throw notFound()
  return { stored, task, step: indexSteps(stored.document).get(task.step)?.step }
}

/** The task as `lockTask` finds it, with its record, which is locked too. */
async function openTask(transaction: RecordTransaction, id: string, within: Sql): Promise<Found> {
  const found = await lockTask(transaction.trx, id, within)
  return { ...found, record: await lockRecord(transaction, found.stored) }
}

const actionTitles: Readonly<Record<ActBody['action'], string>> = {
  pass: '同意',
  refuse: '退回',
  takeBack: '取回',
  transfer: '转办',
  delegate: '委托',
  add: '加签',
  remove: '减签',
}

async function buildEvent(
  trx: Trx,
  { action, to, people = [], when = 'before' }: ActBody,
  at: { by: string; task: number; mentions: readonly string[] },
): Promise<CaseEvent> {
  if (action === 'refuse') return { type: action, ...at, ...(to !== undefined && { to }) }
  if (action === 'transfer' || action === 'delegate') {
    const [person = ''] = await requirePeople(trx, to === undefined ? [] : [to])
    return { type: action, ...at, to: person }
  }
  if (action === 'add') return { type: action, ...at, people: await requirePeople(trx, people), when }
  return { type: action, ...at }
}

/** Refuses to end a step for filling in while one of its fields is blank. */
function requireFilled(
  { resource: { screen }, values: stored }: LedRecord,
  keys: readonly string[],
  values: Readonly<Record<string, unknown>>,
): void {
  const isBlank = (value: unknown) => value === null || value === undefined || value === ''
  const missing = keys.filter((key) => isBlank(Object.hasOwn(values, key) ? values[key] : stored[key]))
  if (missing.length === 0) return
  const titles = missing.map(
    (key) => `「${getTitle(screen.fields.find((field) => field.key === key) ?? { key })}」`,
  )
  throw refuse('FIELDS_MISSING', { values: { fields: titles.join('') } })
}

/** Writes the values that the step lets its person change, with the checks of a save. */
async function writeValues(
  transaction: RecordTransaction,
  { stored, record, step }: Found,
  by: RecordAuthor,
  values: Readonly<Record<string, unknown>>,
): Promise<LedRecord> {
  const allowed = new Set(step?.write ?? [])
  const foreign = Object.keys(values).find((key) => !allowed.has(key))
  if (foreign !== undefined) throw refuse('FIELD_NOT_WRITABLE', { values: { field: foreign } })
  if (step?.type === 'fill') requireFilled(record, [...allowed], values)
  if (Object.keys(values).length === 0) return record
  const caller = documentCaller(transaction, by)
  const saved = await readBody(record.resource, { id: record.id, ...values }, 'edit', caller.can)
  const put = await prepareChange(record.resource, caller, {
    id: record.id,
    revision: null,
    saved,
    isLed: true,
  })
  await put(transaction)
  // The conditions of the next steps read what was written.
  return await lockRecord(transaction, stored)
}

/** What the holder of a task, or who held it, does with it. */
export async function actOnTask(services: OpinionServices, user: SessionUser, body: ActBody): Promise<void> {
  const { action, values = {}, people = [] } = body
  const entry = await readOpinion(services, user, body)
  const { opinion, mentions } = entry
  await writeRecords(services, async (transaction) => {
    const { trx } = transaction
    const found = await openTask(transaction, body.task, caseTenant(services.documents, user))
    const { stored, task, step } = found
    if (opinion === '' && (action === 'refuse' || (action === 'pass' && step?.opinion)))
      throw refuse('OPINION_MISSING')
    await keepPhrase(trx, user, entry, body.keeps)
    const event = await buildEvent(trx, body, { by: user.username, task: task.id, mentions })
    // Before the values are written: who may not decide may not write.
    const isDecider = task.status === 'open' && task.person === user.username
    if (
      action === 'pass' &&
      isDecider &&
      body.rev !== undefined &&
      body.rev !== String(found.record.values.rev)
    )
      throw refuse('RECORD_CHANGED')
    const record =
      action === 'pass' && isDecider ? await writeValues(transaction, found, user, values) : found.record
    const target =
      action === 'refuse' ? formatTarget(stored, body.to) : [body.to, ...people].filter(Boolean).join('、')
    await applyEvent(transaction, stored, record, event, {
      by: user,
      now: currentTime(),
      log: {
        ...entry,
        ...((action === 'pass' || action === 'refuse') && { task: task.id }),
        action: (action === 'pass' && step?.passText) || actionTitles[action],
        step: step?.title ?? '',
        target,
      },
    })
  })
}

const formatTarget = ({ document }: StoredCase, to: string | undefined): string =>
  to === undefined ? '发起人' : (indexSteps(document).get(to)?.step.title ?? to)

/** Notes that the user has read what was sent to him. */
export async function noteRead(
  services: RecordServices,
  user: SessionUser,
  tasks: readonly string[],
): Promise<number> {
  const { rows } = await services.db.write((trx) =>
    sql`
      update sys_workflow_task set status = 'passed', end_time = localtimestamp(0)
      where id = any(${tasks}::text[]) and person = ${user.username} and kind = 'read' and status = 'open'
      returning 1`.execute(trx),
  )
  return rows.length
}

const caseTitles: Readonly<Record<CaseBody['action'], string>> = {
  withdraw: '撤回',
  urge: '催办',
  suspend: '挂起',
  resume: '激活',
  stop: '终止',
}

/** The permission with which somebody acts on the cases of others. */
export const manageCode = 'bpm:case:manage'

/** What the starter or an administrator does with a case. */
export async function actOnCase(
  services: RecordServices,
  user: SessionUser,
  id: string,
  { action, opinion = '' }: Pick<CaseBody, 'action' | 'opinion'>,
): Promise<void> {
  await writeRecords(services, async (transaction) => {
    const stored = await lockCase(transaction.trx, id, caseTenant(services.documents, user))
    if (!stored) throw notFound()
    const log = { action: caseTitles[action], opinion: opinion.trim() }
    const record = await (action === 'stop' ? findRecord : lockRecord)(transaction, stored)
    if (!record) return await endCase(transaction.trx, stored, { ...log, author: user.username })
    const now = currentTime()
    if (action !== 'urge') {
      await applyEvent(
        transaction,
        stored,
        record,
        { type: action, by: user.username },
        { by: user, now, log },
      )
      return
    }
    await remind(transaction, stored, record, user, now)
    await sql`
      update sys_workflow_task set urged = urged + 1
      where case_id = ${id} and status = 'open' and kind = 'decide'`.execute(transaction.trx)
    await logAction(transaction.trx, id, { ...log, author: user.username })
  })
}

/** Gives a task of another person to somebody else. */
export async function assignTask(
  services: RecordServices,
  user: SessionUser,
  task: string,
  to: string,
): Promise<void> {
  await writeRecords(services, async (transaction) => {
    const {
      stored,
      record,
      task: assigned,
      step,
    } = await openTask(transaction, task, caseTenant(services.documents, user))
    const [person = ''] = await requirePeople(transaction.trx, [to])
    await applyEvent(
      transaction,
      stored,
      record,
      { type: 'assign', by: user.username, task: assigned.id, to: person },
      {
        by: user,
        now: currentTime(),
        log: { action: '改派', step: step?.title ?? '', target: person },
      },
    )
  })
}

/** Lets the time of a task come, unless somebody was faster or its record is gone. Returns whether it did. */
export async function letTimeCome(services: RecordServices, id: string): Promise<boolean> {
  return await writeRecords(services, async (transaction) => {
    const { stored, task, step } = await lockTask(transaction.trx, id, anyTenant)
    // A suspended case goes on with the time of its tasks when it is resumed.
    if (stored.state.status !== 'running') return false
    // Its time comes when the record is restored or its screen is served again, unless the case is ended.
    const record = await findRecord(transaction, stored)
    if (!record) return false
    const { repeatHours } = await readReminders(transaction.trx)
    const isRemindedAgain =
      repeatHours > 0 && task.kind === 'decide' && (step?.limit?.act ?? 'remind') === 'remind'
    const next = isRemindedAgain ? repeatHours : null
    const { rows } = await sql<{ isDue: boolean }>`
      update sys_workflow_task set due_time = localtimestamp(0) + interval '1 hour' * ${next}::float8, urged = urged + 1
      where id = ${id} and status = 'open' and due_time <= localtimestamp returning true as "isDue"`.execute(
      transaction.trx,
    )
    if (!rows[0]) return false
    const people = step?.limit?.act === 'raise' ? await listHeadsAbove(transaction.trx, task.person) : []
    await applyEvent(
      transaction,
      stored,
      record,
      { type: 'due', task: task.id, people },
      {
        by: { ...systemAuthor, tenantId: stored.tenantId },
        now: currentTime(),
        log: { action: '到时', step: step?.title ?? '' },
      },
    )
    return true
  })
}
