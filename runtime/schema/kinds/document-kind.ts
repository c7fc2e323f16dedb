import type { Document } from '../documents.ts'

/** The member of a union of documents; `D` itself where it is no union, such as an entry of the index. */
type Narrowed<D, K extends string> = [Extract<D, { kind: K }>] extends [never] ? D : Extract<D, { kind: K }>

/**
 * The value with the type of its kind, undefined for a value of another kind: a document, or an entry of the index. For
 * code that works with one kind of documents only; code that differs by kind belongs in the kinds.
 */
export const asDocumentKind = <D extends { kind: string }, K extends Document['kind']>(
  value: D | null | undefined,
  kind: K,
): Narrowed<D, K> | undefined => (value?.kind === kind ? (value as Narrowed<D, K>) : undefined)
