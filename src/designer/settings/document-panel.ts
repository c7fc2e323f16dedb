import type { JsonObject } from '#runtime/kernel/json.ts'
import { findKindPlan } from '#runtime/schema/kinds/plans.ts'

/** The title of a document's own settings; undefined for a kind whose settings have no panel. */
export function documentPanelTitle(document: JsonObject): string | undefined {
  const plan = findKindPlan(document)
  return plan?.hasSettings && (plan.designerTitle ?? plan.title)
}
