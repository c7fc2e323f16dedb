import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { DocumentRegistry, RegistryEntry } from '../library/registry.ts'

/** The screens whose records are in the table; the one that defines it comes before those that extend it. */
export const screensOver = ({ entries }: Pick<DocumentRegistry, 'entries'>, table: string) =>
  entries()
    .filter(
      (entry): entry is RegistryEntry<StoredScreen> =>
        asDocumentWith(entry.document, 'hasTable')?.table.name === table,
    )
    .sort((a, b) => Number(Boolean(a.overlay)) - Number(Boolean(b.overlay)))
