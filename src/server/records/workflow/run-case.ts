import { appError } from '#runtime/kernel/errors.ts'
import { evaluate, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import {
  type CaseEvent,
  type CaseFacts,
  type CaseRefusal,
  CaseRefused,
  noFacts,
  type Task,
} from '#runtime/record/workflow/case.ts'
import { indexSteps, type StepIndex } from '#runtime/record/workflow/steps.ts'
import { type Transition, transition } from '#runtime/record/workflow/transition.ts'
import { consequenceNames } from '#runtime/schema/kinds/screen/then/shapes.ts'
import type { WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Trx } from '../../platform/store/database.ts'
import { openScreen } from '../access/workflows.ts'
import type { RecordAuthor } from '../events.ts'
import { moveRecords } from '../move/move.ts'
import { readHead, type Values, withDetails } from '../read/record.ts'
import type { ConsequenceContext, Outcome, RecordTransaction } from '../record-transaction.ts'
import type { Resource } from '../resource.ts'
import { documentCaller } from '../then/author.ts'
import { type LogEntry, logAction, type StoredCase, storeCase } from './case-store.ts'
import { recordScope } from './record-scope.ts'
import { formatReminder, type Reminders, readReminders } from './reminders.ts'
import { readFacts } from './staff.ts'

const refuse = defineRefusals({
  CASE_NOT_RUNNING: '流程已经结束、退回或挂起，不能办理，请刷新后再看',
  CASE_NOT_SUSPENDED: '流程没有挂起',
  TASK_DONE: '这一步已经办过了，请刷新后再看',
  TASK_OF_ANOTHER: '这一步不由您办理',
  CASE_OF_ANOTHER: '只有发起人可以撤回',
  NOT_A_PASSED_STEP: '不能退回到这一步，请选择已经经过的步骤',
  STEP_NOT_REFUSED: '「{step}」不能退回',
  TASK_ACTED_ON: '后面已经有人办理，不能取回；请联系办理人退回',
  STEP_WITHOUT_PEOPLE: '「{step}」没有人办理，不能提交；请联系管理员设置办理人',
  SAME_PERSON: '这个人已经是这一步的办理人，请换一个人',
  CASE_SCREEN_GONE: '流程的界面「{screen}」已经停用，请联系管理员终止流程',
  CASE_RECORD_GONE: '流程的记录已经删除，请联系管理员终止流程',
})

const codes = {
  NOT_RUNNING: 'CASE_NOT_RUNNING',
  NOT_SUSPENDED: 'CASE_NOT_SUSPENDED',
  TASK_DONE: 'TASK_DONE',
  NOT_YOURS: 'TASK_OF_ANOTHER',
  NOT_STARTER: 'CASE_OF_ANOTHER',
  NOT_A_PASSED_STEP: 'NOT_A_PASSED_STEP',
  MAY_NOT_REFUSE: 'STEP_NOT_REFUSED',
  ALREADY_ACTED_ON: 'TASK_ACTED_ON',
  NOBODY: 'STEP_WITHOUT_PEOPLE',
  SAME_PERSON: 'SAME_PERSON',
} as const satisfies Record<CaseRefusal, Parameters<typeof refuse>[0]>

/** What becomes of a case by an event; a refusal is in words. */
function advance({ document, state }: StoredCase, event: CaseEvent, facts: CaseFacts): Transition {
  try {
    return transition(document, state, event, facts)
  } catch (error) {
    if (!(error instanceof CaseRefused)) throw error
    throw refuse(codes[error.refusal], { values: { step: error.step?.title ?? '' } })
  }
}

/** Ends a case that leads its record no more: the record makes no move, and nobody gets a message. */
export async function endCase(trx: Trx, stored: StoredCase, log: LogEntry): Promise<void> {
  const { case: next } = advance(stored, { type: 'stop', by: log.author }, noFacts)
  await storeCase(trx, stored, { next, dueAt: () => null, stepTitle: (key) => key })
  await logAction(trx, stored.id, log)
}

/** A record that is led, with its screen. */
export interface LedRecord {
  resource: Resource
  id: string
  values: Values
}

type Over = Pick<RecordTransaction, 'trx' | 'documents'>
type Place = Pick<StoredCase, 'screen' | 'recordId'>

/**
 * The record of a case with its details, locked, without row rules: those who act on a case need none. Null where the record
 * or its screen is gone.
 */
export async function findRecord(
  { trx, documents }: Over,
  { screen, recordId }: Place,
): Promise<LedRecord | null> {
  const resource = openScreen(documents, screen)
  const head = resource && (await readHead(trx, resource, recordId, [], true))
  return head ? { resource, id: recordId, values: await withDetails(trx, resource, head) } : null
}

/** As `findRecord`; refuses where there is none. */
export async function lockRecord(over: Over, place: Place): Promise<LedRecord> {
  const record = await findRecord(over, place)
  if (record) return record
  const { screen } = place
  throw openScreen(over.documents, screen)
    ? refuse('CASE_RECORD_GONE')
    : refuse('CASE_SCREEN_GONE', { values: { screen } })
}

export interface Acting {
  by: RecordAuthor
  now: Date
  /** Its `task` is the one that the event decides. */
  log: Omit<LogEntry, 'author'>
}

/** The day until which a step waits; null where it is not known, so that nobody waits for it. */
export function readDay(step: WorkflowStep | undefined, scope: Scope): string | null {
  const read = parseExpression(step?.until ?? '')
  const day = read.ok ? evaluate(read.value, scope) : null
  return typeof day === 'string' && day !== '' ? day : null
}

const MS_PER_HOUR = 3_600_000

/** When the time of a task comes: of a decision by the limit of its step or of all steps, of a waiting step by its date. */
function buildDueAt(steps: StepIndex, scope: Scope, now: Date, { limitHours }: Reminders) {
  return ({ step: key, kind }: Task): string | null => {
    const step = steps.get(key)?.step
    if (kind === 'wait') return readDay(step, scope) ?? formatDateTime(now)
    const hours = step?.limit?.hours ?? limitHours
    if (kind === 'read' || hours === 0) return null
    return formatDateTime(new Date(now.getTime() + hours * MS_PER_HOUR))
  }
}

/**
 * What becomes of a case by an event, with all that follows: its tasks, the moves and actions of the record, the messages to
 * those who have something to do now. Runs in the transaction of the caller, which has locked the case and its record.
 */
export async function applyEvent(
  transaction: RecordTransaction,
  stored: StoredCase,
  record: LedRecord,
  event: CaseEvent,
  { by, now, log }: Acting,
): Promise<Transition> {
  const { trx } = transaction
  const { document, starterOrg } = stored
  const scope = recordScope(record.resource, record.values, by, now)
  const starter = event.type === 'start' ? event.by : stored.starter
  const facts = await readFacts(trx, { document, starter, starterOrg, scope })
  const result = advance(stored, event, facts)
  const steps = indexSteps(document)
  const stepTitle = (key: string) => steps.get(key)?.step.title ?? key
  await storeCase(trx, stored, {
    next: result.case,
    dueAt: buildDueAt(steps, scope, now, await readReminders(trx)),
    stepTitle,
    decided: log.task,
    opinion: log.opinion,
  })
  await logAction(trx, stored.id, { ...log, author: by.username })
  const context = buildContext(transaction, stored, record, scope, by)
  for (const command of result.commands) {
    if (command.type === 'move') await moveRecord(transaction, stored, record, command.move, by)
    if (command.type === 'act') await act(context, steps, command.step)
  }
  await notifyPeople(context, stored, result, stepTitle, { by, opinion: log.opinion })
  return result
}

/** What consequences read of a record that a workflow leads. */
const buildContext = (
  transaction: RecordTransaction,
  { document }: Pick<StoredCase, 'document'>,
  { resource, id, values }: LedRecord,
  scope: Scope,
  by: RecordAuthor,
): ConsequenceContext => ({
  change: 'workflow',
  title: document.title,
  resource,
  id,
  record: values,
  before: null,
  by,
  transaction,
  scope,
})

/** Makes a move of the record in the name of the person whose action leads to it. */
async function moveRecord(
  transaction: RecordTransaction,
  { document }: StoredCase,
  { resource, id }: LedRecord,
  word: 'pass' | 'back' | 'stop',
  by: RecordAuthor,
): Promise<void> {
  const code = document[word] ?? document.back
  const move = resource.screen.flow?.moves.find((entry) => entry.code === code)
  if (!move) throw appError('NOT_FOUND')
  const caller = documentCaller(transaction, by)
  await moveRecords(transaction, resource, caller, move, [id], undefined, { isOfWorkflow: true })
}

async function act(context: ConsequenceContext, steps: StepIndex, key: string): Promise<void> {
  const step = steps.get(key)?.step
  const name = consequenceNames.find((word) => step?.[word] !== undefined)
  const settings = name && step?.[name]
  if (!name || !settings) return
  const { run }: { run(options: never, context: ConsequenceContext): Promise<Outcome | null> } =
    context.transaction.consequences.get(name)
  await run(settings as never, context)
}

/** Messages to those who have a new task, to those who are reminded, and to the starter about the end. */
async function notifyPeople(
  context: ConsequenceContext,
  { state, title, document, starter }: StoredCase,
  { case: next, commands }: Pick<Transition, 'case' | 'commands'>,
  stepTitle: (key: string) => string,
  comment?: { by: RecordAuthor; opinion: string | undefined },
): Promise<void> {
  const { run } = context.transaction.consequences.get('notify') as {
    run(
      options: { to: { users: string[] }; title: string; text: string },
      context: ConsequenceContext,
    ): Promise<unknown>
  }
  const send = (users: readonly string[], words: string, text = document.title) =>
    users.length === 0
      ? undefined
      : run({ to: { users: [...new Set(users)] }, title: `${words}：${title}`, text }, context)
  const former = new Map(state.tasks.map((task) => [task.id, task]))
  const fresh = next.tasks.filter((task) => {
    const before = former.get(task.id)
    return (
      task.status === 'open' &&
      task.kind !== 'wait' &&
      (before?.status !== 'open' || before.person !== task.person)
    )
  })
  const steps = indexSteps(document)
  const isMention = ({ kind, step }: Task) => kind === 'read' && steps.get(step)?.step.type !== 'copy'
  await send(
    fresh.filter(isMention).map(({ person }) => person),
    `${comment?.by.realname}在办理意见里提到了您`,
    comment?.opinion || document.title,
  )
  for (const kind of ['decide', 'read'] as const) {
    const mine = fresh.filter((task) => task.kind === kind && !isMention(task))
    const where = [...new Set(mine.map(({ step }) => stepTitle(step)))].join('、')
    await send(
      mine.map(({ person }) => person),
      kind === 'decide' ? '待办' : '抄送',
      `${document.title}，${where}`,
    )
  }
  const reminded = commands.flatMap((command) => (command.type === 'remind' ? [command.task] : []))
  const late = next.tasks.filter(({ id }) => reminded.includes(id))
  if (late.length > 0) {
    const step = [...new Set(late.map((task) => stepTitle(task.step)))].join('、')
    const words = { title, process: document.title, step }
    const text = formatReminder(await readReminders(context.transaction.trx), words)
    await send(
      late.map(({ person }) => person),
      '催办',
      text,
    )
  }
  if (
    next.status !== state.status &&
    (next.status === 'done' || next.status === 'back' || next.status === 'stopped')
  )
    await send([starter], { done: '已通过', back: '已退回', stopped: '已终止' }[next.status])
}

/** Reminds those who have open tasks of a case. */
export async function remind(
  transaction: RecordTransaction,
  stored: StoredCase,
  record: LedRecord,
  by: RecordAuthor,
  now: Date,
): Promise<number> {
  const scope = recordScope(record.resource, record.values, by, now)
  const context = buildContext(transaction, stored, record, scope, by)
  const open = stored.state.tasks.filter(({ status, kind }) => status === 'open' && kind === 'decide')
  const commands = open.map(({ id }) => ({ type: 'remind' as const, task: id }))
  const steps = indexSteps(stored.document)
  const stepTitle = (key: string) => steps.get(key)?.step.title ?? key
  await notifyPeople(context, stored, { case: stored.state, commands }, stepTitle)
  return open.length
}
