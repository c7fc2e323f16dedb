import type { TreePlan } from '#runtime/compile/plan.ts'
import type { Http } from '#runtime/data/http.ts'
import { type ListPage, type ListRow, readPage } from '#runtime/data/list-source.ts'
import type { Sort } from '#runtime/schema/query/sort.ts'
import { findParent } from './branches.ts'

/** Loads the children of a record. */
export type LoadBranch = (id: string, sort: Sort, signal?: AbortSignal) => Promise<ListPage>

/** Maximum number of ids in one address. */
const MAX_AT_ONCE = 100

interface Waiting {
  id: string
  sort: Sort
  signal: AbortSignal | undefined
  done(page: ListPage): void
  failed(error: unknown): void
}

/** The branches of a batch by parent: in one list, or grouped under each id. */
function readPages(result: unknown, plan: TreePlan, ids: readonly string[]): Map<string, ListRow[]> | null {
  const isMap =
    typeof result === 'object' && result !== null && !Array.isArray(result) && !('records' in result)
  if (isMap) {
    const branches = result as Record<string, unknown>
    return new Map(ids.map((id) => [id, readPage(branches[id] ?? []).records]))
  }
  const { records, total } = readPage(result)
  // Incomplete response: no branch is known to be complete.
  if (total > records.length) return null
  return new Map(ids.map((id) => [id, records.filter((row) => findParent(row, plan) === id)]))
}

/** Branches requested at the same moment, as after a refresh, are one request if the server supports it. */
export function branchSource(http: Http, plan: TreePlan): LoadBranch {
  const { children, batch } = plan
  let queue: Waiting[] = []

  const order = ({ column, order }: Sort) => ({ column, order })
  const loadOne: LoadBranch = async (id, sort, signal) =>
    readPage(await http.get<unknown>(children.url, { [children.param]: id, ...order(sort) }, signal))
  const loadEach = (requests: readonly Waiting[]) => {
    for (const { id, sort, signal, done, failed } of requests) loadOne(id, sort, signal).then(done, failed)
  }
  const loadMany = async (url: string, requests: readonly Waiting[], sort: Sort) => {
    const ids = requests.map(({ id }) => id)
    try {
      const result = await http.get<unknown>(url, { parentIds: ids.join(','), ...order(sort) })
      const pages = readPages(result, plan, ids)
      if (!pages) return loadEach(requests)
      for (const { id, done } of requests) {
        const records = pages.get(id) ?? []
        done({ records, total: records.length })
      }
    } catch (error) {
      for (const { failed } of requests) failed(error)
    }
  }
  const flush = () => {
    const requests = queue
    queue = []
    const [first] = requests
    if (batch === undefined || !first || requests.length === 1) return loadEach(requests)
    for (let at = 0; at < requests.length; at += MAX_AT_ONCE)
      void loadMany(batch, requests.slice(at, at + MAX_AT_ONCE), first.sort)
  }

  return (id, sort, signal) =>
    new Promise((done, failed) => {
      if (queue.length === 0) queueMicrotask(flush)
      queue.push({ id, sort, signal, done, failed })
    })
}
