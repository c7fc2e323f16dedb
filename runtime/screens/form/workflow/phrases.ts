import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
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

const listTexts = (answer: PhraseAnswer | undefined): readonly string[] => [
  ...new Set([...(answer?.shipped ?? []), ...(answer?.own ?? []).map(({ text }) => text)]),
]

export const usePhrases = () => useQuery(phrasesQuery(useServices().http))

export const renewPhrases = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey })

/**
 * The sentences that a user may put into an opinion, read anew when a dialog opens. The dialog has those of the last time until
 * then, and none where they cannot be loaded: nobody waits for them with a decision.
 */
export function usePhraseTexts(isOpen: boolean): readonly string[] {
  const { data } = useQuery({ ...phrasesQuery(useServices().http), enabled: isOpen })
  return useMemo(() => listTexts(data), [data])
}
