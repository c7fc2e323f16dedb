import type { CaseStatus, TaskKind, TaskStatus } from './case.ts'

/** An attachment of an opinion. */
export interface OpinionFile {
  /** A path below /sys/common/static/. */
  path: string
  name: string
}

/** A person in the way of a case, with what the person has done. */
export interface WayPerson {
  /** The name of the person; of a delegated task also for whom it is done. */
  name: string
  status: TaskStatus
  time: string
  opinion: string
  files: readonly OpinionFile[]
}

/** A step of the way of a case: what is past, where it is, and what is to come by the values of today. */
export interface WayStep {
  key: string
  title: string
  kind: TaskKind | 'parallel' | 'act'
  state: 'passed' | 'active' | 'coming'
  people: readonly WayPerson[]
  /** Of a parallel step: its branches. */
  branches?: readonly { title: string; steps: readonly WayStep[] }[]
}

/** What the holder of a task may do with it. */
export type TaskAction = 'pass' | 'refuse' | 'transfer' | 'delegate' | 'add'
/** What a user may do with a case. */
export type CaseAction = 'withdraw' | 'urge' | 'suspend' | 'resume' | 'stop'

export interface OwnTask {
  id: string
  title: string
  kind: TaskKind
  passText: string
  needsOpinion: boolean
  actions: readonly TaskAction[]
  /** The keys of the fields that may be changed with the decision. */
  write: readonly string[]
  /** The passed steps to which it may be refused, besides the starter. */
  refuseTo: readonly { key: string; title: string }[]
  /** Further decisions that this person has asked for and may take back. */
  added: readonly { id: string; name: string }[]
}

/** An action of a case, in the texts that people read. */
export interface CaseLogEntry {
  id: string
  /** 提交, 同意, 退回 … */
  action: string
  step: string
  author: string
  time: string
  opinion: string
  /** To whom or where it went; empty for none. */
  to: string
  files: readonly OpinionFile[]
  /** The names of the people whom the opinion names. */
  mentions: readonly string[]
}

/** What `GET /workflow/record?screen&id` answers: the latest case of a record and what the caller may do. */
export interface RecordWorkflow {
  case: {
    id: string
    workflow: string
    title: string
    status: CaseStatus
    starter: string
    startTime: string
    endTime: string
  } | null
  /** The open tasks of the caller. */
  tasks: readonly OwnTask[]
  /** Decisions of the caller that may still be taken back. */
  takeBack: readonly { id: string; title: string }[]
  actions: readonly CaseAction[]
  /** What is still to be decided and by whom, for those who may give it to another person; empty for others. */
  assignable: readonly { id: string; title: string; name: string }[]
  /** The codes of the moves that the record does not offer while the case has it: the workflow makes them itself. */
  heldMoves: readonly string[]
  /** Empty without a case. */
  way: readonly WayStep[]
  log: readonly CaseLogEntry[]
}
