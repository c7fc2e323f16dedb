import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Capability } from '#runtime/schema/kind-plan.ts'
import { kindPlans } from '#runtime/schema/kinds/plans.ts'
import { newPanel, newScreen } from './new-documents.ts'

/** A kind of documents that the dialog begins: the kind with the capability. */
export interface NewKind {
  capability: Capability
  /** The group of its ids. */
  group: string
  /** What the empty entries propose. */
  examples: { title: string; id: string }
  /** Whether its fields may be read from a pasted sheet. */
  readsSheet?: true
  build(id: string, title: string, fields: readonly JsonObject[]): JsonObject
}

/** The kinds that the dialog offers, the first of them chosen. */
export const newKinds: readonly [NewKind, ...NewKind[]] = [
  {
    capability: 'hasTable',
    group: 'base',
    examples: { title: '如 展柜', id: '如 base/cabinet' },
    readsSheet: true,
    build: newScreen,
  },
  {
    capability: 'arrangesBlocks',
    group: 'report',
    examples: { title: '如 馆藏总览', id: '如 report/overview' },
    build: (id, title) => newPanel(id, title),
  },
]

/** The title of a kind. */
export const getKindTitle = ({ capability }: NewKind): string =>
  kindPlans.find((plan) => plan[capability])?.title ?? ''
