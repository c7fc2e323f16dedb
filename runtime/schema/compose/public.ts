import type { Document } from '../documents.ts'
import type { AnyDocumentKind } from '../kinds/contract.ts'
import { documentKinds, findKind } from '../kinds/index.ts'

/** The part of a document that a browser may have; a picker's source is a screen's id and stays. */
export type PublicDocument<D extends Document = Document> = Omit<
  D,
  'table' | 'rowRules' | 'hooks' | 'then' | 'public' | 'roles'
>

/**
 * The public view of a document, made by its kind: without tables and columns, `rowRules`, `hooks`, `then`, `public`, `roles`, `import.match`, the
 * source of a dictionary or a report, and without `x-*`. Throws for an unknown kind.
 */
export function publicView<D extends Document>(
  document: D,
  kinds: readonly AnyDocumentKind[] = documentKinds,
): PublicDocument<D> {
  const kind = findKind(document, kinds)
  if (!kind) throw new Error(`There is no document kind "${document.kind}"`)
  return kind.publicView(document as never) as PublicDocument<D>
}
