import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Capability } from '#runtime/schema/kind-plan.ts'
import { kindPlans } from '#runtime/schema/kinds/plans.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { newPanel, newScreen, newWorkflow } from './new-documents.ts'

/** A kind of documents that the dialog begins: the kind with the capability. */
export interface NewKind {
  capability: Capability
  /** The group of its ids. */
  group: string
  /** What the empty entries propose. */
  examples: { title: string; id: string }
  /** Whether its fields may be read from a pasted sheet. */
  readsSheet?: true
  /** Whether it is made for a chosen screen with states and moves. */
  needsFlow?: true
  build(id: string, title: string, parts: NewParts): JsonObject
}

/** What a new document is made of: the fields that it starts with, and the chosen screen. */
export interface NewParts {
  fields: readonly JsonObject[]
  screen?: ScreenDocument | undefined
}

/** The kinds that the dialog offers, the first of them chosen. */
export const newKinds: readonly [NewKind, ...NewKind[]] = [
  {
    capability: 'hasTable',
    group: 'base',
    examples: { title: '如 展柜', id: '如 base/cabinet' },
    readsSheet: true,
    build: (id, title, { fields }) => newScreen(id, title, fields),
  },
  {
    capability: 'arrangesBlocks',
    group: 'report',
    examples: { title: '如 馆藏总览', id: '如 report/overview' },
    build: (id, title) => newPanel(id, title),
  },
  {
    capability: 'leadsRecords',
    group: 'bpm',
    examples: { title: '如 请假审批', id: '如 bpm/leave-flow' },
    needsFlow: true,
    build: (id, title, { screen }) => (screen ? newWorkflow(id, title, screen) : {}),
  },
]

/** The title of a kind. */
export const getKindTitle = ({ capability }: NewKind): string =>
  kindPlans.find((plan) => plan[capability])?.title ?? ''
