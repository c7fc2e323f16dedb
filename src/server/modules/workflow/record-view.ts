import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { Case, Task, TaskKind } from '#runtime/record/workflow/case.ts'
import { CaseRefused, noFacts } from '#runtime/record/workflow/case.ts'
import { isPending } from '#runtime/record/workflow/case-run.ts'
import type {
  CaseAction,
  OwnTask,
  RecordWorkflow,
  TaskAction,
  WayPerson,
  WayStep,
} from '#runtime/record/workflow/record-workflow.ts'
import { findCommonPath, indexSteps, type StepIndex } from '#runtime/record/workflow/steps.ts'
import { transition } from '#runtime/record/workflow/transition.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import type { WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'
import { holds as holdsCode, type SessionUser } from '../../platform/http/requests/user.ts'
import { currentTime } from '../../platform/store/clock.ts'
import { buildCaller } from '../../records/caller.ts'
import { withDetails } from '../../records/read/record.ts'
import { namesOfAccounts } from '../../records/read/record-texts.ts'
import { notFound } from '../../records/refuse.ts'
import { getResource } from '../../records/resource.ts'
import type { RecordServices } from '../../records/services.ts'
import { readLatestCase, type StoredCase } from '../../records/workflow/case-store.ts'
import { recordScope } from '../../records/workflow/record-scope.ts'
import { readFacts } from '../../records/workflow/staff.ts'
import { manageCode } from './act.ts'
import { readLog } from './case-log.ts'

const noWorkflow: RecordWorkflow = {
  case: null,
  tasks: [],
  takeBack: [],
  actions: [],
  assignable: [],
  heldMoves: [],
  way: [],
  log: [],
}

interface StoredTask {
  number: number
  endTime: string
  opinion: string
}

async function readDecisions(services: RecordServices, caseId: string): Promise<Map<number, StoredTask>> {
  const { rows } = await sql<StoredTask>`
    select number, coalesce(to_char(end_time, 'YYYY-MM-DD HH24:MI:SS'), '') as "endTime", coalesce(opinion, '') as opinion
    from sys_workflow_task where case_id = ${caseId}`.execute(services.db.app)
  return new Map(rows.map((row) => [row.number, row]))
}

interface Times {
  startTime: string
  endTime: string
  process: string
}

async function readTimes(services: RecordServices, id: string): Promise<Times> {
  const { rows } = await sql<Times>`
    select to_char(start_time, 'YYYY-MM-DD HH24:MI:SS') as "startTime",
      coalesce(to_char(end_time, 'YYYY-MM-DD HH24:MI:SS'), '') as "endTime", process
    from sys_workflow_case where id = ${id}`.execute(services.db.app)
  return rows[0] ?? { startTime: '', endTime: '', process: '' }
}

/** The latest case of a record, as a user sees it who may read the record or has a part in the case. */
export async function readRecordWorkflow(
  services: RecordServices,
  user: SessionUser,
  { screen, id }: { screen: string; id: string },
): Promise<RecordWorkflow> {
  const { db, documents, dictionaries } = services
  const entry = documents.screen(screen)
  if (!entry) throw notFound()
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  const caller = buildCaller(user, services)
  if (!caller.can(codeOfAction(resource.screen, 'detail'))) throw notFound()
  const opened = await caller.open(db.app, resource, id)
  if (!opened) throw notFound()
  const stored = await readLatestCase(db.app, screen, id)
  if (!stored) return noWorkflow
  const { state, document } = stored
  const steps = indexSteps(document)
  const isManager = holdsCode(user, manageCode)
  const decisions = await readDecisions(services, stored.id)
  const log = await readLog(services, stored.id)
  const times = await readTimes(services, stored.id)
  const scope = recordScope(resource, await withDetails(db.app, resource, opened.head), user, currentTime())
  const facts = await readFacts(db.app, {
    document,
    starter: stored.starter,
    starterOrg: stored.starterOrg,
    scope,
  })
  const names = await namesOfAccounts(dictionaries, [
    ...new Set([
      stored.starter,
      ...state.tasks.flatMap(({ person, owner }) => (owner === undefined ? person : [person, owner])),
      ...log.flatMap(({ author, to, mentions }) => [author, to, ...mentions]),
      ...[...steps.values()].flatMap(({ step }) => (step.to ? facts.listPeople(step.to) : [])),
    ]),
  ])
  const getName = (account: string) => names.get(account) ?? account
  const way = drawWay(document.steps, {
    state,
    chooseBranch: facts.chooseBranch,
    people: (task) => ({
      name:
        task.owner === undefined
          ? getName(task.person)
          : `${getName(task.person)}（代 ${getName(task.owner)}）`,
      status: task.status,
      time: decisions.get(task.id)?.endTime ?? '',
      opinion: decisions.get(task.id)?.opinion ?? '',
      files: log.findLast((entry) => entry.task === task.id)?.files ?? [],
    }),
    coming: (step) =>
      (step.to ? [...new Set(facts.listPeople(step.to))] : []).map((account) => ({
        name: getName(account),
        status: 'waiting',
        time: '',
        opinion: '',
        files: [],
      })),
  })
  return {
    case: {
      id: stored.id,
      workflow: times.process,
      title: stored.title,
      status: state.status,
      starter: getName(stored.starter),
      startTime: times.startTime,
      endTime: times.endTime,
    },
    tasks: listOwnTasks(stored, steps, user.username, getName),
    takeBack: listTakeBack(stored, steps, user.username),
    actions: listCaseActions(state, user.username, isManager),
    assignable: isManager ? listAssignable(stored, steps, getName) : [],
    heldMoves: isUnderWay(state)
      ? [
          document.start,
          document.pass,
          document.back,
          ...(document.stop === undefined ? [] : [document.stop]),
        ]
      : [],
    way,
    log: log.map(({ task: _, ...row }) => ({
      ...row,
      author: getName(row.author),
      to: row.to.split('、').map(getName).join('、'),
      mentions: row.mentions.map(getName),
    })),
  }
}

function listOwnTasks(
  { state, taskIds }: StoredCase,
  steps: StepIndex,
  username: string,
  getName: (account: string) => string,
): OwnTask[] {
  const getId = ({ id }: Task) => taskIds.get(id) ?? ''
  return state.tasks.flatMap((task) => {
    const placed = steps.get(task.step)
    const isMine = task.person === username && isPending(task)
    const added = state.tasks.filter((entry) => entry.addedTo === task.id && isPending(entry))
    if (!placed || !isMine || task.kind === 'wait') return []
    // Copies are read when the case is over as well.
    if (task.kind !== 'read' && state.status !== 'running') return []
    // A waiting task only offers to take back what it waits for.
    if (task.status === 'waiting' && added.length === 0) return []
    const { step } = placed
    const actions: TaskAction[] =
      task.status === 'waiting'
        ? []
        : task.kind === 'read'
          ? ['pass']
          : ['pass', ...(step.refuses === false ? [] : (['refuse'] as const)), 'transfer', 'delegate', 'add']
    const refuseTo = state.passed.flatMap((key) => {
      const target = steps.get(key)
      return target && findCommonPath(target, placed) ? [{ key, title: target.step.title }] : []
    })
    return [
      {
        id: getId(task),
        title: step.title,
        kind: task.kind,
        passText: task.kind === 'read' ? '已阅' : (step.passText ?? '同意'),
        needsOpinion: step.opinion === true,
        actions,
        write: step.write ?? [],
        refuseTo,
        added: added.map((entry) => ({ id: getId(entry), name: getName(entry.person) })),
      },
    ]
  })
}

const isUnderWay = ({ status }: Case): boolean => status === 'running' || status === 'suspended'

function listAssignable(
  { state, taskIds }: StoredCase,
  steps: StepIndex,
  getName: (account: string) => string,
): RecordWorkflow['assignable'] {
  if (!isUnderWay(state)) return []
  return state.tasks
    .filter((task) => task.kind === 'decide' && isPending(task))
    .map((task) => ({
      id: taskIds.get(task.id) ?? '',
      title: steps.get(task.step)?.step.title ?? '',
      name: getName(task.person),
    }))
}

/** The decisions that this person may still take back: a transition tells. */
function listTakeBack({ state, document, taskIds }: StoredCase, steps: StepIndex, username: string) {
  if (state.status !== 'running') return []
  const mine = state.tasks.filter(
    ({ person, status, kind }) => person === username && status === 'passed' && kind === 'decide',
  )
  return mine.flatMap((task) => {
    try {
      transition(document, state, { type: 'takeBack', by: username, task: task.id }, noFacts)
    } catch (error) {
      if (error instanceof CaseRefused) return []
      throw error
    }
    return [{ id: taskIds.get(task.id) ?? '', title: steps.get(task.step)?.step.title ?? '' }]
  })
}

function listCaseActions(state: Case, username: string, isManager: boolean): CaseAction[] {
  const { status, starter, active } = state
  const isActive = isUnderWay(state)
  return [
    ...(isActive && starter === username ? (['withdraw'] as const) : []),
    ...(status === 'running' && active.length > 0 && (starter === username || isManager)
      ? (['urge'] as const)
      : []),
    ...(isManager && status === 'running' ? (['suspend'] as const) : []),
    ...(isManager && status === 'suspended' ? (['resume'] as const) : []),
    ...(isManager && (isActive || status === 'back') ? (['stop'] as const) : []),
  ]
}

interface Drawn {
  state: Case
  chooseBranch(step: WorkflowStep): number
  people(task: Task): WayPerson
  coming(step: WorkflowStep): WayPerson[]
}

const kinds: Readonly<
  Record<Exclude<WorkflowStep['type'], 'branch' | 'parallel' | 'sub'>, TaskKind | 'act'>
> = {
  approve: 'decide',
  fill: 'decide',
  copy: 'read',
  wait: 'wait',
  act: 'act',
}

/** The steps in their order, of a condition those of the branch that the record takes. */
function drawWay(list: readonly WorkflowStep[], drawn: Drawn): WayStep[] {
  return list.flatMap((step): WayStep[] => {
    if (step.type === 'sub') return []
    if (step.type === 'branch') return drawWay(findBranch(step, drawn)?.steps ?? [], drawn)
    if (step.type === 'parallel') {
      const branches = (step.branches ?? []).map(({ title, steps = [] }) => ({
        title,
        steps: drawWay(steps, drawn),
      }))
      const inside = branches.flatMap(({ steps }) => steps)
      const state = inside.every((entry) => entry.state === 'passed')
        ? 'passed'
        : inside.every((entry) => entry.state === 'coming')
          ? 'coming'
          : 'active'
      return [{ key: step.key, title: step.title, kind: 'parallel', state, people: [], branches }]
    }
    const { state } = drawn
    const isActive = state.active.includes(step.key)
    // People whom an opinion names are asked to take note; they are none of the step.
    const visits = state.tasks.filter(
      (task) => task.step === step.key && (task.kind !== 'read' || step.type === 'copy'),
    )
    const latest = Math.max(...visits.map(({ visit }) => visit))
    const isPassed =
      !isActive &&
      isReached(step, drawn) &&
      (state.passed.includes(step.key) || visits.length > 0 || state.status === 'done')
    return [
      {
        key: step.key,
        title: step.title,
        kind: kinds[step.type],
        state: isActive ? 'active' : isPassed ? 'passed' : 'coming',
        people:
          isActive || isPassed
            ? visits.filter(({ visit, person }) => visit === latest && person !== '').map(drawn.people)
            : drawn.coming(step),
      },
    ]
  })
}

/** The branch in which the case has been, else the one that the record takes today. */
function findBranch({ branches = [], ...step }: WorkflowStep, { state, chooseBranch }: Drawn) {
  const isInside = (list: readonly WorkflowStep[] = []): boolean =>
    list.some(
      ({ key, branches: inner = [] }) =>
        state.active.includes(key) ||
        state.passed.includes(key) ||
        inner.some(({ steps }) => isInside(steps)),
    )
  return branches.find(({ steps }) => isInside(steps)) ?? branches[chooseBranch({ branches, ...step })]
}

/** Whether the tasks of a step belong to the present way of the case: not those from before it went back. */
function isReached({ key }: WorkflowStep, { state }: Drawn): boolean {
  if (state.status === 'done' || state.passed.includes(key)) return true
  const visits = state.tasks.filter((task) => task.step === key)
  return (
    visits.length > 0 &&
    Math.max(...visits.map(({ visit }) => visit)) >= state.firmSince &&
    state.status === 'running'
  )
}
