import { useQuery } from '@tanstack/react-query'
import { documentKey, indexQuery, loadDocument } from '#runtime/data/documents.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import type { IndexEntry, PrintDocument } from '#runtime/schema/types.ts'

/** The print templates of a screen that the user may open; undefined while the index is loading. */
export function useTemplates(screen: string): readonly IndexEntry[] | undefined {
  const { http } = useRuntime()
  const index = useQuery(indexQuery(http))
  if (index.isError) return noTemplates
  return index.data?.filter((entry) => ofKind(entry, 'print') && entry.screen === screen)
}

const noTemplates: readonly IndexEntry[] = []

/** The document of a template; `template` is undefined while it is loading, and without an entry. */
export function useTemplate(entry: IndexEntry | undefined) {
  const { http } = useRuntime()
  const answer = useQuery({
    queryKey: [...documentKey(entry?.id ?? ''), entry?.rev],
    queryFn: ({ signal }) => loadDocument<PrintDocument>(http, entry?.id ?? '', entry?.rev, signal),
    enabled: entry !== undefined,
  })
  return { template: answer.data?.document ?? undefined, error: answer.error, reload: answer.refetch }
}
