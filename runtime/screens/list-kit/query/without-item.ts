import type { QueryItem } from '#runtime/compile/plan.ts'
import type { Conditions } from './QueryBar.tsx'

/** The conditions without those that a query item writes. */
export const conditionsWithout = (conditions: Conditions, { names }: QueryItem): Conditions =>
  Object.fromEntries(Object.entries(conditions).filter(([name]) => !names.includes(name)))
