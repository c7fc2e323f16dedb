import { sql } from 'kysely'
import type { Case, CaseStatus, Task } from '#runtime/record/workflow/case.ts'
import type { WorkflowDocument } from '#runtime/schema/kinds/workflow/shape.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import type { ServedWorkflow } from '../access/workflows.ts'
import type { Sql } from '../query/condition.ts'
import { newId } from '../write.ts'

/** A case with the version of its workflow. */
export interface StoredCase {
  id: string
  workflow: string
  version: number
  document: WorkflowDocument
  screen: string
  recordId: string
  title: string
  starter: string
  /** The department of the starter when the case was opened. */
  starterOrg: string
  tenantId: number
  state: Case
  /** The id of the row of each task by its number. */
  taskIds: ReadonlyMap<number, string>
}

interface CaseRow extends Omit<StoredCase, 'state' | 'taskIds'> {
  status: CaseStatus
  state: Omit<Case, 'tasks' | 'status' | 'starter'>
}

interface TaskRow extends Omit<Task, 'id' | 'visit' | 'endedAt' | 'addedTo' | 'owner'> {
  rowId: string
  number: number
  visit: number
  endedAt: number | null
  addedTo: number | null
  owner: string | null
}

/** Makes the content of a workflow a version, unless its latest one is the same. Returns the number. */
export async function keepVersion(trx: Trx, { document, hash }: ServedWorkflow): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`workflow ${document.id}`}))`.execute(trx)
  const { rows } = await sql<{ version: number; hash: string }>`
    select version, hash from sys_workflow_version where workflow = ${document.id}
    order by version desc limit 1`.execute(trx)
  const [latest] = rows
  if (latest?.hash === hash) return latest.version
  const version = (latest?.version ?? 0) + 1
  await sql`
    insert into sys_workflow_version (workflow, version, hash, document)
    values (${document.id}, ${version}, ${hash}, ${JSON.stringify(document)})`.execute(trx)
  return version
}

const columns = sql`
  c.id, c.workflow, c.version, v.document, c.screen, c.record_id as "recordId", c.biz_title as title, c.starter,
  c.starter_org as "starterOrg", c.tenant_id as "tenantId", c.status, c.state`

async function readTasks(db: Db, caseId: string): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select id as "rowId", number, step, visit, kind, person, owner, status, ended_at as "endedAt", added_to as "addedTo"
    from sys_workflow_task where case_id = ${caseId} order by number`.execute(db)
  return rows
}

async function complete(db: Db, row: CaseRow | undefined): Promise<StoredCase | null> {
  if (!row) return null
  const rows = await readTasks(db, row.id)
  const { status, state, ...rest } = row
  const tasks = rows.map(
    ({ rowId: _, number, endedAt, addedTo, owner, ...task }): Task => ({
      ...task,
      id: number,
      ...(owner !== null && { owner }),
      ...(endedAt !== null && { endedAt }),
      ...(addedTo !== null && { addedTo }),
    }),
  )
  return {
    ...rest,
    state: { ...state, status, starter: row.starter, tasks },
    taskIds: new Map(rows.map(({ number, rowId }) => [number, rowId])),
  }
}

/** A case, called `c`, that meets a condition (`caseTenant`), locked until the transaction ends. */
export async function lockCase(trx: Trx, id: string, within: Sql): Promise<StoredCase | null> {
  const { rows } = await sql<CaseRow>`
    select ${columns} from sys_workflow_case c
    join sys_workflow_version v on v.workflow = c.workflow and v.version = c.version
    where c.id = ${id} and ${within} for update of c`.execute(trx)
  return await complete(trx, rows[0])
}

/** The latest case of a record. */
export async function readLatestCase(db: Db, screen: string, recordId: string): Promise<StoredCase | null> {
  const { rows } = await sql<CaseRow>`
    select ${columns} from sys_workflow_case c
    join sys_workflow_version v on v.workflow = c.workflow and v.version = c.version
    where c.screen = ${screen} and c.record_id = ${recordId} order by c.start_time desc, c.id desc limit 1`.execute(
    db,
  )
  return await complete(db, rows[0])
}

/** The id of the case of a record that waits for its starter. */
export async function findReturnedCase(
  trx: Trx,
  screen: string,
  recordId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_workflow_case where screen = ${screen} and record_id = ${recordId} and status = 'back'
    for update`.execute(trx)
  return rows[0]?.id
}

interface NewCase {
  workflow: ServedWorkflow
  screen: string
  recordId: string
  title: string
  starter: string
  starterOrg: string
  tenantId: number
  state: Case
}

export async function addCase(trx: Trx, { workflow, ...fresh }: NewCase): Promise<StoredCase> {
  const { document } = workflow
  const version = await keepVersion(trx, workflow)
  const id = newId()
  const { tasks: _, status, starter: __, ...state } = fresh.state
  await sql`
    insert into sys_workflow_case (id, workflow, version, process, category, screen, record_id, biz_title, starter, starter_org,
      tenant_id, status, state, start_time)
    values (${id}, ${document.id}, ${version}, ${document.title}, ${document.category ?? 'business'}, ${fresh.screen},
      ${fresh.recordId}, ${fresh.title}, ${fresh.starter}, ${fresh.starterOrg}, ${fresh.tenantId}, ${status},
      ${JSON.stringify(state)}, localtimestamp(0))`.execute(trx)
  return { ...fresh, id, workflow: document.id, version, document, taskIds: new Map() }
}

interface Change {
  next: Case
  /** When the time of a task comes that becomes open; null: it has none. */
  dueAt(task: Task): string | null
  stepTitle(step: string): string
  /** What the person wrote with the decision about `decided`. */
  decided?: number
  opinion?: string
}

/** Stores what a transition made of a case: its state, its new tasks and those that changed. Returns the new ids. */
export async function storeCase(
  trx: Trx,
  stored: StoredCase,
  change: Change,
): Promise<ReadonlyMap<number, string>> {
  const { next, dueAt, stepTitle, decided, opinion } = change
  const { tasks, status, starter, ...state } = next
  const isOver = status === 'done' || status === 'stopped'
  const names = [...new Set(next.active.map(stepTitle))].join('、')
  const people = [
    ...new Set(
      tasks.flatMap((task) => (task.status === 'open' && task.kind === 'decide' ? task.person : [])),
    ),
  ]
  await sql`
    update sys_workflow_case set status = ${status}, starter = ${starter}, state = ${JSON.stringify(state)},
      biz_title = ${stored.title}, node_name = ${names}, people = ${people.join(',')},
      end_time = case when ${isOver} then localtimestamp(0) end
    where id = ${stored.id}`.execute(trx)
  const ids = new Map(stored.taskIds)
  const former = new Map(stored.state.tasks.map((task) => [task.id, task]))
  const changed = tasks.filter(
    (task) => former.has(task.id) && JSON.stringify(former.get(task.id)) !== JSON.stringify(task),
  )
  const added = tasks.filter((task) => !former.has(task.id))
  if (changed.length > 0)
    await sql`
      update sys_workflow_task t set person = n.person, owner = n.owner, status = n.status, ended_at = n.ended_at,
        end_time = case when n.ended_at is null then null else coalesce(t.end_time, localtimestamp(0)) end,
        arrive_time = case when n.opens or t.person <> n.person then localtimestamp(0) else t.arrive_time end,
        due_time = case when n.opens then n.due_time else t.due_time end,
        opinion = case when n.number = ${decided ?? 0} then ${opinion ?? ''} else t.opinion end
      from jsonb_to_recordset(${JSON.stringify(
        changed.map((task) => {
          const { id, person, owner = null, status, endedAt = null } = task
          const opens = status === 'open' && former.get(id)?.status !== 'open'
          return {
            ...{ number: id, person, owner, status, ended_at: endedAt, opens },
            due_time: opens ? dueAt(task) : null,
          }
        }),
      )}::jsonb) as n(number int, person text, owner text, status text, ended_at int, opens boolean, due_time timestamp)
      where t.case_id = ${stored.id} and t.number = n.number`.execute(trx)
  if (added.length === 0) return ids
  const rows = added.map((task) => ({
    id: newId(),
    number: task.id,
    step: task.step,
    node_name: stepTitle(task.step),
    visit: task.visit,
    kind: task.kind,
    person: task.person,
    owner: task.owner ?? null,
    status: task.status,
    ended_at: task.endedAt ?? null,
    added_to: task.addedTo ?? null,
    due_time: task.status === 'open' ? dueAt(task) : null,
  }))
  for (const { id, number } of rows) ids.set(number, id)
  await sql`
    insert into sys_workflow_task (id, case_id, number, workflow, process, screen, record_id, biz_title, starter, start_time, step,
      node_name, visit, kind, person, owner, status, ended_at, added_to, due_time, arrive_time)
    select n.id, c.id, n.number, c.workflow, c.process, c.screen, c.record_id, c.biz_title, c.starter, c.start_time, n.step,
      n.node_name, n.visit, n.kind, n.person, n.owner, n.status, n.ended_at, n.added_to, n.due_time, localtimestamp(0)
    from sys_workflow_case c, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id text, number int, step text,
      node_name text, visit int, kind text, person text, owner text, status text, ended_at int, added_to int, due_time timestamp)
    where c.id = ${stored.id}`.execute(trx)
  return ids
}

/** Stores that a case goes on by another version, with its state under it. */
export async function storeVersion(trx: Trx, id: string, version: number, next: Case): Promise<void> {
  const { tasks: _, status: __, starter: ___, ...state } = next
  await sql`
    update sys_workflow_case set version = ${version}, state = ${JSON.stringify(state)} where id = ${id}`.execute(
    trx,
  )
}

export interface LogEntry {
  action: string
  step?: string
  author: string
  opinion?: string
  /** To whom or where it went, in words. */
  target?: string
  /** The number of the task that it decides. */
  task?: number
  /** The paths of the attachments of the opinion. */
  files?: readonly string[]
  /** The accounts of the people whom the opinion names. */
  mentions?: readonly string[]
}

export async function logAction(trx: Trx, caseId: string, entry: LogEntry): Promise<void> {
  const {
    action,
    step = '',
    author,
    opinion = '',
    target = '',
    task = null,
    files = [],
    mentions = [],
  } = entry
  await sql`
    insert into sys_workflow_log (case_id, action, node_name, author, opinion, target, task, files, mentions)
    values (${caseId}, ${action}, ${step}, ${author}, ${opinion}, ${target}, ${task}, ${files}::text[], ${mentions}::text[])`.execute(
    trx,
  )
}
