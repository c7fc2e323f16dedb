import { fieldValues } from '#runtime/fields/values.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { DocumentRegistry, RegistryEntry } from '../documents/library/registry.ts'
import { getResource, type Resource } from './resource.ts'

export type SearchedDocuments = Pick<DocumentRegistry, 'entries' | 'screen'>

const open = ({ document, documentHash }: RegistryEntry<StoredScreen>): Resource =>
  getResource(document, documentHash, fieldValues)

/**
 * A list of what `find` finds in each stored screen, computed once for each load of the documents. Overlays are left out: they
 * share the table and the stored fields of their base. `openScreen` is another screen by its id.
 */
export function searchScreens<T>(
  find: (target: Resource, openScreen: (id: string) => Resource | undefined) => readonly T[],
): (documents: SearchedDocuments) => readonly T[] {
  // The list of documents is another one after each load.
  const found = new WeakMap<ReturnType<SearchedDocuments['entries']>, readonly T[]>()
  return (documents) => {
    const entries = documents.entries()
    const cached = found.get(entries)
    if (cached) return cached
    const openScreen = (id: string) => {
      const entry = documents.screen(id)
      return entry && open(entry)
    }
    const results = entries.flatMap((entry) =>
      entry.overlay || !asDocumentWith(entry.document, 'hasTable')
        ? []
        : find(open(entry as RegistryEntry<StoredScreen>), openScreen),
    )
    found.set(entries, results)
    return results
  }
}
