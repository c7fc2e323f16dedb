import type { QueryClient } from '@tanstack/react-query'
import { http } from '#client/session/http.ts'
import { keepDictionaries } from '#client/session/state.ts'

/** Open forms are not part of the cache. */
const formKeys: ReadonlySet<unknown> = new Set(['record', 'form'])

/** Reloads the dictionaries of the server, and drops the data loaded here: open screens request it again. */
export async function clearCache(client: QueryClient): Promise<void> {
  await http.get('/sys/dict/refleshCache') // The contract's spelling.
  keepDictionaries(await http.get<unknown>('/sys/dict/queryAllDictItems'))
  const isCache = ({ queryKey: [kind] }: { queryKey: readonly unknown[] }) => !formKeys.has(kind)
  client.removeQueries({ type: 'inactive', predicate: isCache })
  void client.invalidateQueries({ predicate: isCache })
}
