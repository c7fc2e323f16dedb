import { readRemembered } from '#runtime/host/remembered-values.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import { readQuery } from '#runtime/rules/advanced-query/read.ts'
import type { Answer, Http } from './http.ts'

export type Visibility = 'private' | 'depart' | 'public'

/** What a view keeps besides its advanced query: the conditions of the query bar, and how the rows are shown. */
export interface ViewSettings {
  conditions?: Readonly<Record<string, string>>
  /** As in the address of a list. */
  sort?: string
  /** The column by whose values the rows are grouped. */
  group?: string
  /** The node of the side tree. */
  tree?: string
  density?: string
  hidden?: readonly string[]
  order?: readonly string[]
  pinned?: readonly string[]
  widths?: Readonly<Record<string, number>>
}

/** An advanced query with a name, stored on the server for a list; with settings, a view of the list. */
export interface SavedQuery {
  id: string
  title: string
  query: ConditionGroup
  settings?: ViewSettings
  visibility: Visibility
  /** The name of the user who saved it. */
  owner: string
  isOwn: boolean
  /** This user's list opens with it. */
  isDefault: boolean
}

const getUrl = (list: string, verb: string): string => `/sys/savedQuery/${list}/${verb}`

const readSaved = (raw: unknown): SavedQuery[] => {
  if (!isJsonObject(raw)) return []
  const { id, title, matchType, records, settings, visibility, owner, isOwn, isDefault } = raw
  const query = readQuery(matchType, records)
  if (typeof id !== 'string' || typeof title !== 'string' || !query) return []
  return [
    {
      id,
      title,
      query,
      ...(isJsonObject(settings) ? { settings: settings as ViewSettings } : {}),
      visibility: visibility === 'depart' || visibility === 'public' ? visibility : 'private',
      owner: String(owner),
      isOwn: isOwn === true,
      isDefault: isDefault === true,
    },
  ]
}

/** The saved queries of a list or report (`list` is the id of its document) that the user may use. */
export const savedQueriesQuery = (http: Http, list: string) => ({
  queryKey: ['saved-queries', list],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SavedQuery[]> => {
    const answer = await http.get<unknown>(getUrl(list, 'list'), undefined, signal)
    return Array.isArray(answer) ? answer.flatMap(readSaved) : []
  },
  // The list is complete without them.
  retry: false as const,
  staleTime: 60_000,
})

interface NewQuery {
  title: string
  query: ConditionGroup
  settings?: ViewSettings
  visibility: Visibility
  overwrite: boolean
}

export const saveQuery = (http: Http, list: string, saved: NewQuery): Promise<Answer<{ id: string }>> => {
  const { query, ...rest } = saved
  const { matchType, params: records } = query
  return http.send<{ id: string }>('POST', getUrl(list, 'save'), { ...rest, matchType, records })
}

/** The content of a stored query; its title and who sees it stay. */
export const updateQuery = (
  http: Http,
  list: string,
  id: string,
  { query, settings }: Pick<NewQuery, 'query' | 'settings'>,
): Promise<Answer<unknown>> => {
  const { matchType, params: records } = query
  return http.send('PUT', getUrl(list, 'update'), { id, matchType, records, settings })
}

export const renameQuery = (http: Http, list: string, id: string, title: string): Promise<Answer<unknown>> =>
  http.send('PUT', getUrl(list, 'rename'), { id, title })

/** The order of all views, for this user only. */
export const orderQueries = (http: Http, list: string, ids: readonly string[]): Promise<Answer<unknown>> =>
  http.send('PUT', getUrl(list, 'order'), { ids })

export const removeQuery = (http: Http, list: string, id: string): Promise<Answer<unknown>> =>
  http.send('DELETE', getUrl(list, 'delete'), undefined, { params: { id } })

/** Null: the list opens without a query. */
export const setDefaultQuery = (http: Http, list: string, id: string | null): Promise<Answer<unknown>> =>
  http.send('PUT', getUrl(list, 'default'), { id })

/** The keys under which this browser may have stored queries itself: by the code of the page, and by its path. */
const localKeys = (list: string, path: string): string[] =>
  [list, path].map((name) => `pro__JSuperQuerySaved_${name}`)

/** The locally stored queries, as entries of `{title, matchType, records}`; expiring storage wraps them in `value`. */
function localQueries(key: string): { title: string; matchType: string; records: unknown[] }[] {
  const raw = readRemembered(key)
  const list = isJsonObject(raw) ? raw.value : raw
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
    if (!isJsonObject(entry) || typeof entry.title !== 'string') return []
    const query = readQuery(entry.matchType, entry.records)
    return query
      ? [{ title: entry.title.slice(0, 50), matchType: query.matchType, records: [...query.params] }]
      : []
  })
}

/** Moves the queries that this browser stored to the server, once; true when there were some. */
export async function takeOverLocalQueries(http: Http, list: string, path: string): Promise<boolean> {
  const stored = localKeys(list, path).filter((key) => localQueries(key).length > 0)
  if (stored.length === 0) return false
  const queries = stored.flatMap(localQueries).slice(0, 100)
  await http.send('POST', getUrl(list, 'takeOver'), { queries })
  for (const key of stored) localStorage.removeItem(key)
  return true
}
