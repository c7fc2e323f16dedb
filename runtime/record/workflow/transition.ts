import type { WorkflowDocument } from '#runtime/schema/kinds/workflow/shape.ts'
import type { Case, CaseCommand, CaseEvent, CaseFacts, Task } from './case.ts'
import { CaseRun, type EnteredStep, isPending, need } from './case-run.ts'
import { findCommonPath, indexSteps, isUnder } from './steps.ts'

export interface Transition {
  case: Case
  commands: readonly CaseCommand[]
  /** The steps that it has entered, in their order. */
  entered: readonly EnteredStep[]
}

/** A case that nobody has submitted. */
export const newCase = (starter: string): Case => ({
  status: 'back',
  events: 0,
  starter,
  active: [],
  passed: [],
  firmSince: 0,
  tasks: [],
})

/**
 * What becomes of a case by an event. Pure: the same arguments give the same result, and neither the case nor the facts change.
 * Throws `CaseRefused` where the case does not allow the event.
 */
export function transition(
  workflow: Pick<WorkflowDocument, 'steps'>,
  before: Case,
  event: CaseEvent,
  facts: CaseFacts,
): Transition {
  const run = new CaseRun(indexSteps(workflow), workflow.steps[0]?.key ?? null, before, facts)
  const handle: (run: CaseRun, event: never) => void = handlers[event.type]
  handle(run, event as never)
  if ('mentions' in event && event.mentions) run.mention(event.task, event.mentions)
  return { case: run.case, commands: run.commands, entered: run.entered }
}

type Handlers = {
  [Type in CaseEvent['type']]: (run: CaseRun, event: Extract<CaseEvent, { type: Type }>) => void
}

const isUnderWay = ({ status }: Case) => status === 'running' || status === 'suspended'

/** The open task of the user in a running case. */
function findOwn(run: CaseRun, { task: id, by }: { task: number; by: string }): Task {
  need(run.case.status === 'running', 'NOT_RUNNING')
  const task = run.findTask(id, ['open'])
  need(task.person === by, 'NOT_YOURS')
  return task
}

function findOwnDecision(run: CaseRun, event: { task: number; by: string }): Task {
  const task = findOwn(run, event)
  need(task.kind === 'decide', 'NOT_YOURS')
  return task
}

/** Whether the person has a task at the step that is not done. */
const isAsked = (run: CaseRun, step: string, person: string) =>
  run.listVisit(step).some((entry) => entry.person === person && isPending(entry))

function handOver(run: CaseRun, task: Task, to: string, owner?: string): void {
  need(!isAsked(run, task.step, to), 'SAME_PERSON')
  task.person = to
  task.owner = owner
}

function pass(run: CaseRun, task: Task): void {
  run.end(task, 'passed')
  if (task.kind !== 'read') run.settle(task.step)
}

const handlers: Handlers = {
  start(run, { by }) {
    need(run.case.status === 'back', 'NOT_RUNNING')
    run.set({ status: 'running', starter: by, firmSince: run.case.events })
    run.begin()
  },

  pass: (run, event) => pass(run, findOwn(run, event)),

  refuse(run, event) {
    const task = findOwnDecision(run, event)
    const placed = run.place(task.step)
    const { step } = placed
    need(step.refuses !== false, 'MAY_NOT_REFUSE', step)
    run.end(task, 'refused')
    const people = run.listVisit(task.step).filter(({ addedTo }) => addedTo === undefined)
    const against = people.filter(({ status }) => status === 'refused').length
    const isVote = step.how === 'share' && task.addedTo === undefined
    // The others may still reach the share.
    if (isVote && (people.length - against) * 100 >= (step.share ?? 100) * people.length) return
    const { to } = event
    if (to === undefined) {
      run.leave('back', 'back')
      return
    }
    const { passed, active } = run.case
    const target = run.steps.get(to)
    const common = target && passed.includes(to) ? findCommonPath(target, placed) : null
    if (!common) {
      need(false, 'NOT_A_PASSED_STEP', step)
      return
    }
    run.closeSteps(active.filter((key) => isUnder(run.place(key), common)))
    run.set({ passed: passed.slice(0, passed.indexOf(to)) })
    run.enter(to)
  },

  takeBack(run, { task: id, by }) {
    need(run.case.status === 'running', 'NOT_RUNNING')
    const task = run.findTask(id, ['passed'])
    need(task.person === by && task.kind === 'decide', 'NOT_YOURS')
    const { endedAt = 0, step: key } = task
    const isLater = (entry: Task) =>
      entry.kind !== 'read' && entry.status !== 'closed' && (entry.endedAt ?? 0) > endedAt
    const isLatest = Math.max(...run.listVisit(key).map(({ visit }) => visit)) === task.visit
    need(isLatest && endedAt > run.case.firmSince && !run.tasks.some(isLater), 'ALREADY_ACTED_ON')
    need(!isAsked(run, key, by), 'SAME_PERSON')
    const opened = run.tasks.filter(({ visit, kind }) => visit === endedAt && kind !== 'read')
    run.closeSteps([...new Set(opened.map(({ step }) => step))])
    const isInTurn = run.place(key).step.how === 'turn'
    for (const entry of run.listVisit(key)) {
      if (entry.status === 'open' && isInTurn) entry.status = 'waiting'
      if (entry !== task && (entry.status !== 'closed' || entry.endedAt !== endedAt)) continue
      entry.status = 'open'
      entry.endedAt = undefined
    }
    const { active, passed } = run.case
    run.set({
      active: [...active.filter((entry) => entry !== key), key],
      passed: passed.filter((entry) => entry !== key),
    })
  },

  transfer: (run, event) => handOver(run, findOwnDecision(run, event), event.to),
  delegate: (run, event) => handOver(run, findOwnDecision(run, event), event.to, event.by),

  add(run, event) {
    const task = findOwnDecision(run, event)
    const people = [...new Set(event.people)]
    const pending = run.listVisit(task.step).filter(isPending)
    need(people.length > 0 && !pending.some(({ person }) => people.includes(person)), 'SAME_PERSON')
    const isBefore = event.when === 'before'
    run.open(
      run.place(task.step).step,
      'decide',
      people.map((person) => ({ person })),
      {
        addedTo: task.id,
        visit: task.visit,
        status: isBefore ? 'open' : 'waiting',
      },
    )
    if (isBefore) task.status = 'waiting'
  },

  remove(run, { task: id, by }) {
    need(run.case.status === 'running', 'NOT_RUNNING')
    const task = run.findTask(id, ['open', 'waiting'])
    need(run.tasks.find((entry) => entry.id === task.addedTo)?.person === by, 'NOT_YOURS')
    run.end(task, 'closed')
    run.settle(task.step)
  },

  withdraw(run, { by }) {
    need(isUnderWay(run.case), 'NOT_RUNNING')
    need(by === run.case.starter, 'NOT_STARTER')
    run.leave('back', 'back')
  },

  suspend(run) {
    need(run.case.status === 'running', 'NOT_RUNNING')
    run.set({ status: 'suspended' })
  },

  resume(run) {
    need(run.case.status === 'suspended', 'NOT_SUSPENDED')
    run.set({ status: 'running' })
  },

  stop(run) {
    const isBack = run.case.status === 'back'
    need(isBack || isUnderWay(run.case), 'NOT_RUNNING')
    run.leave('stopped', isBack ? null : 'stop')
  },

  assign(run, { task: id, to, owner }) {
    need(isUnderWay(run.case), 'NOT_RUNNING')
    const task = run.findTask(id, ['open', 'waiting'])
    need(task.kind === 'decide', 'NOT_YOURS')
    handOver(run, task, to, owner)
  },

  due(run, { task: id, people }) {
    need(run.case.status === 'running', 'NOT_RUNNING')
    const task = run.findTask(id, ['open'])
    const { limit } = run.place(task.step).step
    const pending = run.listVisit(task.step).filter(isPending)
    const raised =
      limit?.act === 'raise'
        ? people.find((person) => !pending.some((entry) => entry.person === person))
        : undefined
    if (task.kind === 'wait' || limit?.act === 'pass') pass(run, task)
    else if (raised !== undefined) handOver(run, task, raised)
    else run.commands.push({ type: 'remind', task: id })
  },
}
