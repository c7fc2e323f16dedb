import { useQuery } from '@tanstack/react-query'
import { readNoted } from '#runtime/data/http.ts'
import { referenceTextsQuery } from '#runtime/fields/kit/useReferenceTexts.ts'
import type { Values } from '#runtime/record/scope.ts'
import { type ScreenDocument, userDict } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'

/** Records that are requested at the same time; the server lets more wait. */
const BATCH = 5

/** What is read for each of the ids, in their order. */
export async function readInBatches<T>(
  ids: readonly string[],
  read: (id: string) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  for (let at = 0; at < ids.length; at += BATCH)
    answers.push(...(await Promise.all(ids.slice(at, at + BATCH).map(read))))
  return answers
}

/**
 * The stored records of these ids with the names of their authors, of whom the server sends the accounts. `records` is
 * undefined while one of them is loading; `error` is the first failure.
 */
export function useRecords(screen: ScreenDocument, ids: readonly string[]) {
  const { http } = useServices()
  const url = screen.url?.queryById ?? `/resource/${screen.id}/queryById`
  const answer = useQuery({
    queryKey: ['record', screen.id, 'print', ...ids],
    queryFn: ({ signal }) => readInBatches(ids, (id) => readNoted<Values>(http, url, { id }, signal)),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const accounts = new Set(answer.data?.filter(hasUnnamedAuthor).map(({ createBy }) => String(createBy)))
  const names = useQuery({
    ...referenceTextsQuery(http, userDict, [...accounts].join(',')),
    enabled: accounts.size > 0,
  })
  const namesByAccount = new Map(zip([...accounts], names.data?.split(',') ?? []))
  const records = answer.data?.map((record) =>
    hasUnnamedAuthor(record) && namesByAccount.has(String(record.createBy))
      ? { ...record, createBy_dictText: namesByAccount.get(String(record.createBy)) }
      : record,
  )
  return { records: names.isLoading ? undefined : records, error: answer.error, reload: answer.refetch }
}

const hasUnnamedAuthor = ({ createBy, createBy_dictText }: Values): boolean =>
  typeof createBy === 'string' && createBy_dictText === undefined

/** Pairs of equal places; none where the lists differ in length. */
const zip = (keys: readonly string[], texts: readonly string[]): [string, string][] =>
  keys.length === texts.length ? keys.map((key, at) => [key, texts[at] || key]) : []
