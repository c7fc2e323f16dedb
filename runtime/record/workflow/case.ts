import type { StepPeople, WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'

/** `back`: it waits for its starter, who has its record in hand again. */
export type CaseStatus = 'running' | 'suspended' | 'back' | 'done' | 'stopped'

/** `waiting`: it is not the turn of this person yet. `closed`: nobody has to do it any more. */
export type TaskStatus = 'waiting' | 'open' | 'passed' | 'refused' | 'closed'

/** What a task asks for: a decision, to take note, or, of nobody, that a day comes. */
export type TaskKind = 'decide' | 'read' | 'wait'

export interface Task {
  /** Its number in the case, from 1. */
  id: number
  step: string
  /** The number of the event that opened the step; tasks of an earlier one belong to an earlier visit of the step. */
  visit: number
  kind: TaskKind
  /** The account of the person who has it; empty for nobody. */
  person: string
  /** The account of the person who gave it away but remains responsible. */
  owner?: string
  status: TaskStatus
  /** The number of the event that decided or closed it. */
  endedAt?: number
  /** The task whose person asked for this one beside the people of the step. */
  addedTo?: number
}

/** Where a case is. A pure value: `transition` makes the next one. */
export interface Case {
  status: CaseStatus
  /** How many events it has had. */
  events: number
  /** The account of the starter. */
  starter: string
  /** The keys of the steps at which it is. */
  active: readonly string[]
  /** The keys of the steps with people that it has passed, the last one last, each once. */
  passed: readonly string[]
  /** The event since which nothing can be taken back: something outside the case has happened. */
  firmSince: number
  tasks: readonly Task[]
}

interface ByTask {
  by: string
  task: number
  /** The accounts of people whom the opinion names: they are asked to take note. */
  mentions?: readonly string[]
}

/** What happens to a case. `by` is the account of the user. */
export type CaseEvent =
  | { type: 'start'; by: string }
  | ({ type: 'pass' } & ByTask)
  /** `to`: the key of a passed step; absent: the starter. */
  | ({ type: 'refuse'; to?: string } & ByTask)
  | ({ type: 'takeBack' } & ByTask)
  | ({ type: 'transfer'; to: string } & ByTask)
  | ({ type: 'delegate'; to: string } & ByTask)
  | ({ type: 'add'; people: readonly string[]; when: 'before' | 'after' } & ByTask)
  /** Takes back a request for a further decision; `task` is the added one. */
  | ({ type: 'remove' } & ByTask)
  | { type: 'withdraw'; by: string }
  | { type: 'suspend' | 'resume' | 'stop'; by: string }
  /** `owner`: the person remains responsible. */
  | ({ type: 'assign'; to: string; owner?: string } & ByTask)
  /** The time of a task has come; `people`: those above the person, where the step raises it. */
  | { type: 'due'; task: number; people: readonly string[] }

/** What the server does after a transition, in this order. */
export type CaseCommand =
  | { type: 'act'; step: string }
  /** The record makes the move of the workflow that this names. */
  | { type: 'move'; move: 'pass' | 'back' | 'stop' }
  | { type: 'remind'; task: number }

/** What a transition asks about the record and the staff. */
export interface CaseFacts {
  /** The index of the branch whose condition holds. */
  chooseBranch(step: WorkflowStep): number
  /** The accounts of the people of a step. */
  listPeople(to: StepPeople): readonly string[]
  /** The accounts of the heads above a person. */
  headsAbove(person: string): readonly string[]
  admins: readonly string[]
  /** Who has the tasks of a person who is on leave; undefined for a person who is not. */
  findStandIn(person: string): string | undefined
}

/** The facts of an event that enters no step, and so asks for nothing. */
export const noFacts: CaseFacts = {
  chooseBranch: () => 0,
  listPeople: () => [],
  headsAbove: () => [],
  admins: [],
  findStandIn: () => undefined,
}

/** Why an event is refused. */
export type CaseRefusal =
  | 'NOT_RUNNING'
  | 'NOT_SUSPENDED'
  | 'TASK_DONE'
  | 'NOT_YOURS'
  | 'NOT_STARTER'
  | 'NOT_A_PASSED_STEP'
  | 'MAY_NOT_REFUSE'
  | 'ALREADY_ACTED_ON'
  | 'NOBODY'
  | 'SAME_PERSON'

/** An event that the case does not allow; nothing has changed. */
export class CaseRefused extends Error {
  constructor(
    readonly refusal: CaseRefusal,
    /** The step that it is about. */
    readonly step?: WorkflowStep,
  ) {
    super(refusal)
  }
}
