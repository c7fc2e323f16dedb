import type { StepPeople, WorkflowDocument, WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'
import { type Case, type CaseFacts, CaseRefused } from './case.ts'
import type { EnteredStep } from './case-run.ts'
import { indexSteps, type PlacedStep } from './steps.ts'
import { newCase, transition } from './transition.ts'

/** A person who would have a task, and why. */
export interface SimulatedPerson {
  account: string
  name: string
  why: string
}

export interface SimulatedStep {
  key: string
  /** `refuses`: the record cannot come past it, because nobody decides it. */
  outcome: 'asks' | 'passes' | 'copies' | 'waits' | 'acts' | 'refuses'
  people: readonly SimulatedPerson[]
  /** What else is to be known of it; empty for nothing. */
  note: string
}

/** What would become of a record in a workflow if all who are asked passed it. */
export interface Simulation {
  /** The keys of the steps on its way, in their order. */
  taken: readonly string[]
  /** Of each step with conditions, on its way or not: the branch that the record takes, and why. */
  branches: Readonly<Record<string, { index: number; why: string }>>
  /** The steps of all branches that do something, in the order of the document. */
  steps: readonly SimulatedStep[]
}

/** What a simulation reads beside the facts of a case, in the words of its reader. */
export interface SimulationFacts extends CaseFacts {
  getName(account: string): string
  /** Why a step names this person. */
  explain(to: StepPeople, account: string): string
  /** The day until which a step waits; null for none. */
  readDay(step: WorkflowStep): string | null
}

/** Runs a workflow in all its branches, with the transitions of a real case. */
export function simulate(
  { steps }: Pick<WorkflowDocument, 'steps'>,
  starter: string,
  facts: SimulationFacts,
): Simulation {
  const index = indexSteps({ steps })
  const run = { steps, starter, facts, refusing: new Set<string>() }
  const main = walk(run, new Map())
  const entered = new Map(main.map((step) => [step.key, step]))
  for (const [key, placed] of index)
    if (!entered.has(key))
      for (const step of walk(run, listForced(placed, index)))
        if (!entered.has(step.key)) entered.set(step.key, step)
  const all = [...index.values()].map(({ step }) => step)
  return {
    taken: [...new Set(main.map(({ key }) => key))],
    branches: Object.fromEntries(
      all.flatMap((step) => (step.type === 'branch' ? [[step.key, explainBranch(step, facts)]] : [])),
    ),
    steps: all.flatMap((step): SimulatedStep[] => {
      const found = entered.get(step.key)
      if (!found || step.type === 'branch' || step.type === 'parallel') return []
      return [describeStep(step, found, facts, run.refusing.has(step.key))]
    }),
  }
}

interface Run {
  steps: readonly WorkflowStep[]
  starter: string
  facts: CaseFacts
  /** The steps that nobody decides and that refuse the record therefore; the simulation goes past them. */
  refusing: Set<string>
}

/** The branches that lead to a step, by the keys of their steps. */
const listForced = ({ path }: PlacedStep, index: ReadonlyMap<string, PlacedStep>): Map<string, number> =>
  new Map(
    path.flatMap(({ step, branch }) => (index.get(step)?.step.type === 'branch' ? [[step, branch]] : [])),
  )

/** The steps that a case enters whose people all pass it; `forced` are branches that it takes whatever the conditions are. */
function walk(run: Run, forced: ReadonlyMap<string, number>): EnteredStep[] {
  const { starter, facts, refusing } = run
  const chooseBranch = (step: WorkflowStep) => forced.get(step.key) ?? facts.chooseBranch(step)
  for (;;)
    try {
      return passAll(skip(run.steps, refusing), starter, { ...facts, chooseBranch })
    } catch (error) {
      if (!(error instanceof CaseRefused) || error.refusal !== 'NOBODY' || !error.step) throw error
      refusing.add(error.step.key)
    }
}

/** The steps, of which these pass by themselves. */
const skip = (steps: readonly WorkflowStep[], keys: ReadonlySet<string>): WorkflowStep[] =>
  steps.map((step) => ({
    ...step,
    ...(keys.has(step.key) && { nobody: 'pass' as const }),
    ...(step.branches && {
      branches: step.branches.map((branch) => ({ ...branch, steps: skip(branch.steps ?? [], keys) })),
    }),
  }))

function passAll(steps: WorkflowStep[], starter: string, facts: CaseFacts): EnteredStep[] {
  let { case: state, entered } = transition(
    { steps },
    newCase(starter),
    { type: 'start', by: starter },
    facts,
  )
  const all = [...entered]
  for (let task = findNext(state); task; task = findNext(state)) {
    const { id, kind, person } = task
    const event =
      kind === 'wait'
        ? { type: 'due' as const, task: id, people: [] }
        : { type: 'pass' as const, by: person, task: id }
    ;({ case: state, entered } = transition({ steps }, state, event, facts))
    all.push(...entered)
  }
  return all
}

const findNext = ({ tasks }: Case) => tasks.find(({ status, kind }) => status === 'open' && kind !== 'read')

function explainBranch(step: WorkflowStep, { chooseBranch }: CaseFacts): { index: number; why: string } {
  const index = chooseBranch(step)
  const { title = '', when } = step.branches?.[index] ?? {}
  return { index, why: when === undefined ? '别的条件都不成立' : `「${title}」的条件成立` }
}

function describeStep(
  step: WorkflowStep,
  { people: entered, left }: EnteredStep,
  { getName, explain, readDay }: SimulationFacts,
  isRefusing: boolean,
): SimulatedStep {
  const { key, type, to = {} } = step
  const reasons = {
    named: (person: string) => explain(to, person),
    raised: (person: string) => `是发起人本人，转给上一级负责人 ${getName(person)}`,
    admin: () => '没有办理人，交给管理员',
  }
  const people = entered.map(({ person, owner, because }) => ({
    account: person,
    name: getName(person),
    why:
      owner === undefined
        ? reasons[because](person)
        : `${reasons[because](owner)}；${getName(owner)} 休假，由 ${getName(person)} 代办`,
  }))
  const isRaised = entered.some(({ because }) => because === 'raised')
  const notes = left.flatMap(({ person, because }) =>
    because === 'again'
      ? [`${getName(person)}前面已经同意，自动通过`]
      : isRaised
        ? []
        : [`${getName(person)}是发起人本人，自动通过`],
  )
  const build = (outcome: SimulatedStep['outcome'], note = notes.join('；')): SimulatedStep => ({
    key,
    outcome,
    people,
    note,
  })
  if (type === 'act') return build('acts')
  if (type === 'wait') return build('waits', `等到 ${readDay(step) ?? '当天，没有写日期'}`)
  if (type === 'copy') return build('copies', people.length === 0 ? '没有人可以抄送' : '')
  if (isRefusing) return build('refuses', '没有办理人，不能提交')
  if (people.length > 0) return build('asks')
  return build('passes', notes.length === 0 ? '没有办理人，自动通过' : undefined)
}
