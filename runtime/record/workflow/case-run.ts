import type { WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'
import {
  type Case,
  type CaseCommand,
  type CaseFacts,
  type CaseRefusal,
  CaseRefused,
  type Task,
  type TaskKind,
} from './case.ts'
import { isInside, type PlacedStep, type StepIndex } from './steps.ts'

const unique = (people: readonly string[]): string[] => [...new Set(people)]

/** A person whom a step names, as its head instead of the starter, or as an administrator because it names nobody. */
interface AskedPerson {
  person: string
  /** The person on leave whom this one stands in for. */
  owner?: string
  because: 'named' | 'raised' | 'admin'
}

/** A step that a transition has entered, with those whom it asks and those of its people who need not decide. */
export interface EnteredStep {
  key: string
  people: readonly AskedPerson[]
  left: readonly { person: string; because: 'starter' | 'again' }[]
}

export const isPending = ({ status }: Task): boolean => status === 'open' || status === 'waiting'

const byName = (person: string): AskedPerson => ({ person, because: 'named' })

const isStepWithPeople = ({ type }: WorkflowStep) => type === 'approve' || type === 'fill' || type === 'copy'

/** Throws `CaseRefused` unless the condition holds. */
export function need(condition: boolean, refusal: CaseRefusal, step?: WorkflowStep): asserts condition {
  if (!condition) throw new CaseRefused(refusal, step)
}

/** One transition under way, on copies: it enters steps, ends them, and goes on. */
export class CaseRun {
  readonly commands: CaseCommand[] = []
  readonly entered: EnteredStep[] = []
  readonly tasks: Task[]
  readonly steps: StepIndex
  readonly #first: string | null
  readonly #facts: CaseFacts
  /** Parallel steps whose branches are being entered: their end is looked at afterwards. */
  readonly #opening = new Set<string>()
  #case: Case

  constructor(steps: StepIndex, first: string | null, before: Case, facts: CaseFacts) {
    this.steps = steps
    this.#first = first
    this.#facts = facts
    this.tasks = before.tasks.map((task) => ({ ...task }))
    this.#case = { ...before, events: before.events + 1, tasks: this.tasks }
  }

  get case(): Case {
    return this.#case
  }

  set(change: Partial<Case>): void {
    this.#case = { ...this.#case, ...change }
  }

  place(key: string): PlacedStep {
    const placed = this.steps.get(key)
    if (!placed) throw new Error(`workflow: no step ${key}`)
    return placed
  }

  findTask(id: number, status: readonly Task['status'][]): Task {
    const task = this.tasks.find((entry) => entry.id === id)
    if (!task || !status.includes(task.status)) throw new CaseRefused('TASK_DONE')
    return task
  }

  end(task: Task, status: Task['status']): void {
    task.status = status
    task.endedAt = this.#case.events
  }

  /** Closes the decisions and days that these steps still wait for. */
  closeSteps(keys: readonly string[]): void {
    for (const task of this.tasks)
      if (keys.includes(task.step) && task.kind !== 'read' && isPending(task)) this.end(task, 'closed')
    this.set({ active: this.#case.active.filter((key) => !keys.includes(key)) })
  }

  /** Ends the way of the case before its end. */
  leave(status: Case['status'], move: 'back' | 'stop' | null): void {
    this.closeSteps(this.#case.active)
    this.set({ status, passed: [] })
    if (move) this.commands.push({ type: 'move', move })
  }

  begin(): void {
    if (this.#first === null) this.#finish()
    else this.enter(this.#first)
  }

  #finish(): void {
    this.set({ status: 'done', active: [] })
    this.commands.push({ type: 'move', move: 'pass' })
  }

  goOn({ next, path }: PlacedStep): void {
    const container = path.at(-1)
    if (next !== null) this.enter(next)
    else if (!container) this.#finish()
    else {
      const outer = this.place(container.step)
      if (outer.step.type !== 'parallel' || this.#hasEnded(container.step)) this.goOn(outer)
    }
  }

  #hasEnded = (parallel: string): boolean =>
    !this.#opening.has(parallel) && !this.#case.active.some((key) => isInside(this.place(key), parallel))

  enter(key: string): void {
    const placed = this.place(key)
    const { step } = placed
    const nobody = { key, people: [], left: [] }
    if (!isStepWithPeople(step)) this.entered.push(nobody)
    const enter = {
      branch: () => {
        const first = step.branches?.[this.#facts.chooseBranch(step)]?.steps?.[0]
        if (first) this.enter(first.key)
        else this.goOn(placed)
      },
      parallel: () => {
        this.#opening.add(key)
        for (const { steps } of step.branches ?? []) if (steps?.[0]) this.enter(steps[0].key)
        this.#opening.delete(key)
        if (this.#hasEnded(key)) this.goOn(placed)
      },
      wait: () => this.#activate(step, 'wait', [{ person: '' }]),
      act: () => {
        this.commands.push({ type: 'act', step: key })
        this.set({ firmSince: this.#case.events })
        this.goOn(placed)
      },
      copy: () => {
        const people = this.#listNamed(step)
        this.entered.push({ ...nobody, people: people.map((person) => ({ person, because: 'named' })) })
        this.open(
          step,
          'read',
          people.map((person) => ({ person })),
        )
        this.goOn(placed)
      },
      // Its workflow is not there: the steps of others are in the place of theirs.
      sub: () => need(false, 'NOBODY', step),
      approve: () => this.#ask(placed),
      fill: () => this.#ask(placed),
    }
    enter[step.type]()
  }

  #ask(placed: PlacedStep): void {
    const found = this.#findDeciders(placed.step)
    const entered = { ...found, people: this.#replaceAbsent(found.people) }
    this.entered.push(entered)
    if (entered.people.length === 0) this.goOn(placed)
    else this.#activate(placed.step, 'decide', entered.people)
  }

  /** The people, of those on leave who stands in for them; nobody is asked twice, and the starter stands in for nobody. */
  #replaceAbsent(people: readonly AskedPerson[]): AskedPerson[] {
    const replaced = people.map((entry): AskedPerson => {
      const standIn = this.#facts.findStandIn(entry.person)
      return standIn === undefined || standIn === this.#case.starter
        ? entry
        : { ...entry, person: standIn, owner: entry.person }
    })
    return replaced.filter(({ person }, at) => replaced.findIndex((entry) => entry.person === person) === at)
  }

  #activate(
    step: WorkflowStep,
    kind: TaskKind,
    people: readonly Pick<AskedPerson, 'person' | 'owner'>[],
  ): void {
    this.set({ active: [...this.#case.active, step.key] })
    this.open(step, kind, people)
  }

  open(
    { key, how }: WorkflowStep,
    kind: TaskKind,
    people: readonly Pick<AskedPerson, 'person' | 'owner'>[],
    more: Partial<Task> = {},
  ): void {
    const isInTurn = how === 'turn' && kind === 'decide'
    for (const [at, { person, owner }] of people.entries())
      this.tasks.push({
        id: this.tasks.length + 1,
        step: key,
        visit: this.#case.events,
        kind,
        person,
        ...(owner !== undefined && { owner }),
        status: isInTurn && at > 0 ? 'waiting' : 'open',
        ...more,
      })
  }

  /** Asks people to take note at the step of a task, those not who are asked already. */
  mention(id: number, people: readonly string[]): void {
    const task = this.tasks.find((entry) => entry.id === id)
    if (!task) return
    const isAsked = (person: string) =>
      this.tasks.some(
        (entry) =>
          entry.step === task.step &&
          entry.kind === 'read' &&
          entry.person === person &&
          entry.status === 'open',
      )
    const fresh = unique(people).filter((person) => !isAsked(person))
    const { step } = this.place(task.step)
    this.open(
      step,
      'read',
      fresh.map((person) => ({ person })),
      { visit: task.visit },
    )
  }

  #listNamed(step: WorkflowStep): string[] {
    return unique(this.#facts.listPeople(step.to ?? {}))
  }

  /** Who decides a step; none where nobody has to. */
  #findDeciders(step: WorkflowStep): EnteredStep {
    const { key } = step
    const named = this.#listNamed(step)
    if (named.length === 0) {
      const admins = step.nobody === 'pass' || step.nobody === 'refuse' ? [] : unique(this.#facts.admins)
      need(step.nobody === 'pass' || admins.length > 0, 'NOBODY', step)
      return { key, people: admins.map((person) => ({ person, because: 'admin' })), left: [] }
    }
    const { starter } = this.#case
    const isLeft = step.starter !== undefined && step.starter !== 'keep' && named.includes(starter)
    const present = isLeft ? this.#replaceStarter(step, named) : named.map(byName)
    const earlier = step.again === 'pass' ? present.filter(({ person }) => this.#hasPassed(person)) : []
    return {
      key,
      people: present.filter((entry) => !earlier.includes(entry)),
      left: [
        ...(isLeft ? [{ person: starter, because: 'starter' as const }] : []),
        ...earlier.map(({ person }) => ({ person, because: 'again' as const })),
      ],
    }
  }

  #replaceStarter(step: WorkflowStep, people: readonly string[]): AskedPerson[] {
    const { starter } = this.#case
    const raised = step.starter === 'raise' ? this.#facts.headsAbove(starter) : []
    const byPerson = new Map<string, AskedPerson>()
    for (const person of people)
      for (const entry of person === starter
        ? raised.map((head): AskedPerson => ({ person: head, because: 'raised' }))
        : [byName(person)])
        if (!byPerson.has(entry.person) && entry.person !== starter) byPerson.set(entry.person, entry)
    return [...byPerson.values()]
  }

  /** Whether the person has passed an earlier step of the way. */
  #hasPassed(person: string): boolean {
    const { passed } = this.#case
    return this.tasks.some(
      (task) =>
        task.person === person &&
        task.kind === 'decide' &&
        task.status === 'passed' &&
        passed.includes(task.step),
    )
  }

  /** The tasks of the present visit of a step. */
  listVisit(key: string): Task[] {
    const all = this.tasks.filter((task) => task.step === key && task.kind !== 'read')
    const last = Math.max(...all.map(({ visit }) => visit))
    return all.filter(({ visit }) => visit === last)
  }

  /** Ends a step that has its decisions; else opens what is next in it. */
  settle(key: string): void {
    const placed = this.place(key)
    const tasks = this.listVisit(key)
    const isAfterPassed = ({ addedTo }: Task) => tasks.find(({ id }) => id === addedTo)?.status === 'passed'
    for (const task of tasks) if (task.status === 'waiting' && isAfterPassed(task)) task.status = 'open'
    const isHindered = tasks.some((task) => isPending(task) && isAfterPassed(task))
    if (isDecided(placed.step, tasks) && !isHindered) {
      this.#complete(placed, tasks)
      return
    }
    // A task that waited for those that were asked for before it.
    for (const task of tasks) {
      const before = tasks.filter(({ addedTo }) => addedTo === task.id)
      if (task.status === 'waiting' && before.length > 0 && !before.some(isPending)) task.status = 'open'
    }
    if (tasks.some(({ status }) => status === 'open')) return
    const next = tasks.find(({ status }) => status === 'waiting')
    if (next) next.status = 'open'
  }

  #complete(placed: PlacedStep, tasks: readonly Task[]): void {
    const { key } = placed.step
    this.closeSteps([key])
    const passed = this.#case.passed.filter((entry) => entry !== key)
    if (tasks.some(({ kind }) => kind === 'decide')) passed.push(key)
    this.set({ passed })
    this.goOn(placed)
  }
}

/** Whether those who were meant by the step have decided as many times as it asks for. */
function isDecided({ how = 'any', share = 100 }: WorkflowStep, tasks: readonly Task[]): boolean {
  const people = tasks.filter(({ addedTo }) => addedTo === undefined)
  const passed = people.filter(({ status }) => status === 'passed').length
  if (how === 'any') return passed > 0
  return passed * 100 >= (how === 'share' ? share : 100) * people.length
}
