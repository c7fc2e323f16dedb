import type { Capability } from '../kind-plan.ts'
import { hasCapability, type KindWith } from './plans.ts'

/** The members of a union of documents; `D` itself where it is no union, such as an entry of the index. */
type Narrowed<D, K extends string> = [Extract<D, { kind: K }>] extends [never] ? D : Extract<D, { kind: K }>

/**
 * The value with the type of the kinds that have a capability, undefined for a value of another kind: a document, or an
 * entry of the index.
 */
export const asDocumentWith = <D extends { kind: string }, C extends Capability>(
  value: D | null | undefined,
  capability: C,
): Narrowed<D, KindWith<C>> | undefined =>
  hasCapability(value, capability) ? (value as Narrowed<D, KindWith<C>>) : undefined
