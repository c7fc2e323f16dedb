import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { documentKey, indexQuery, loadDocument } from '#runtime/data/documents.ts'
import { readRemembered, remember } from '#runtime/host/remembered-values.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import type { PrintDocument } from '#runtime/schema/kinds/print/shape.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'

/** The print templates of a screen that the user may open; undefined while the index is loading. */
export function useTemplates(screen: string): readonly IndexEntry[] | undefined {
  const { http } = useServices()
  const index = useQuery(indexQuery(http))
  if (index.isError) return noTemplates
  return index.data?.filter((entry) => hasCapability(entry, 'printsRecords') && entry.screen === screen)
}

const noTemplates: readonly IndexEntry[] = []

/** The document of a template; `template` is undefined while it is loading, and without an entry. */
export function useTemplate(entry: IndexEntry | undefined) {
  const { http } = useServices()
  const answer = useQuery({
    queryKey: [...documentKey(entry?.id ?? ''), entry?.rev],
    queryFn: ({ signal }) => loadDocument<PrintDocument>(http, entry?.id ?? '', entry?.rev, signal),
    enabled: entry !== undefined,
  })
  return { template: answer.data?.document ?? undefined, error: answer.error, reload: answer.refetch }
}

/** The value of the template that follows from the screen; ids of documents contain a slash. */
export const DERIVED = 'derived'

/** The templates of a screen with the one that follows from it, as choices. */
export const templateChoices = (templates: readonly IndexEntry[]) => [
  ...templates.map(({ id: value, title: label }) => ({ value, label })),
  { value: DERIVED, label: '标准版式' },
]

/** The template by which the user printed records of a screen the last time, and the function that stores the next one. */
export function useLastTemplate(screen: string) {
  const { user } = useServices()
  const key = `pro__print:${user.username}:${screen}`
  return { template: readRemembered(key), remember: (id: string) => remember(key, id) }
}

/**
 * The template of a screen by which its user prints: `first`, else the one of the last choice, else the first of the screen. The
 * entry is undefined for the template that follows from the screen.
 */
export function useChosenTemplate(
  screen: string,
  templates: readonly IndexEntry[] | undefined,
  first: string | undefined,
) {
  const last = useLastTemplate(screen)
  const [chosen, setChosen] = useState(first ?? last.template)
  const entry =
    chosen === DERIVED ? undefined : (templates?.find(({ id }) => id === chosen) ?? templates?.[0])
  const choose = (id: string) => {
    setChosen(id)
    last.remember(id)
  }
  return { entry, choose }
}
