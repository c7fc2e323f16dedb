import type { Capability, KindPlan } from '../kind-plan.ts'
import { dictPlan } from './dict/plan.ts'
import { formPlan } from './form/plan.ts'
import { ledgerPlan } from './ledger/plan.ts'
import { panelPlan } from './panel/plan.ts'
import { pickerPlan } from './picker/plan.ts'
import { printPlan } from './print/plan.ts'
import { reportPlan } from './report/plan.ts'
import { screenPlan } from './screen/plan.ts'
import { workflowPlan } from './workflow/plan.ts'

const plans = [
  screenPlan,
  formPlan,
  dictPlan,
  pickerPlan,
  reportPlan,
  panelPlan,
  printPlan,
  ledgerPlan,
  workflowPlan,
] as const

type Plan = (typeof plans)[number]
/** The names of the kinds with a capability. */
export type KindWith<C extends Capability> = Extract<Plan, Record<C, true>>['name']

/** The plans of all document kinds, in the order in which the guide lists them. */
export const kindPlans: readonly KindPlan[] = plans

/** The plan of a document's kind, also of an entry of the index or of a document with faults; undefined for an unknown kind. */
export const findKindPlan = (document: { kind?: unknown } | null | undefined): KindPlan | undefined =>
  kindPlans.find(({ name }) => name === document?.kind)

/** Whether the kind of a document has a capability. */
export const hasCapability = (
  document: { kind?: unknown } | null | undefined,
  capability: Capability,
): boolean => findKindPlan(document)?.[capability] === true
