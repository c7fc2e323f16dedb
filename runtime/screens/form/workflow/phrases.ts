import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Http } from '#runtime/data/http.ts'
import { useServices } from '#runtime/services/services.tsx'

/** What `GET /workflow/phrases` answers: the sentences of everybody, and those of the user. */
export interface PhraseAnswer {
  shipped: readonly string[]
  own: readonly { id: string; text: string }[]
}

const queryKey = ['workflow-phrases']

const phrasesQuery = (http: Http) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.get<PhraseAnswer>('/workflow/phrases', undefined, signal),
  retry: false,
})

/** The sentences that a user may put into an opinion; none where they cannot be loaded. */
export const listTexts = (answer: PhraseAnswer | undefined): readonly string[] => [
  ...new Set([...(answer?.shipped ?? []), ...(answer?.own ?? []).map(({ text }) => text)]),
]

export const usePhrases = () => useQuery(phrasesQuery(useServices().http))

export const renewPhrases = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey })

/** Loads the sentences when a dialog opens: a failure keeps nobody from a decision. */
export function usePhraseTexts(): () => Promise<readonly string[]> {
  const { http } = useServices()
  const client = useQueryClient()
  return async () => listTexts(await client.fetchQuery(phrasesQuery(http)).catch(() => undefined))
}
