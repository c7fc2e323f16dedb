import { isJsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '../documents.ts'
import { findKindPlan } from './plans.ts'

/**
 * A written document as one that can be drawn: it has an id, a title, and the list of its kind with named or typed
 * members. Undefined for others. This is no check: its settings may have faults.
 */
export function drawableDocument(written: unknown): Document | undefined {
  if (!isJsonObject(written) || typeof written.kind !== 'string') return undefined
  const plan = findKindPlan(written)
  if (!plan) return undefined
  if (typeof written.id !== 'string' || typeof written.title !== 'string') return undefined
  const list = plan.list && written[plan.list.key]
  const isWhole = !plan.list || (Array.isArray(list) && list.every(plan.list.isMember))
  return isWhole ? (written as unknown as Document) : undefined
}
