import type { Http } from '#runtime/data/http.ts'
import type { TreeItem } from '#runtime/data/tree-items.ts'

interface WireDepart {
  id?: unknown
  key?: unknown
  orgCode?: unknown
  title?: unknown
  departName?: unknown
  children?: unknown
}

/** Whether a record stores the code of a department instead of its id: if the dictionary is one of codes. */
export const storesCode = (dictCode: string): boolean => dictCode.split(',')[2] === 'org_code'

const readNodes = (raw: unknown, byCode: boolean): TreeItem[] =>
  (Array.isArray(raw) ? (raw as WireDepart[]) : []).map((depart) => ({
    key: String((byCode ? depart.orgCode : (depart.id ?? depart.key)) ?? ''),
    title: String(depart.title ?? depart.departName ?? ''),
    children: readNodes(depart.children, byCode),
  }))

/** All departments as a tree. */
export const loadDeparts = async (http: Http, byCode: boolean, signal?: AbortSignal): Promise<TreeItem[]> =>
  readNodes(await http.get('/sys/sysDepart/queryTreeList', undefined, signal), byCode)

export const departsQuery = (http: Http, byCode: boolean) => ({
  queryKey: ['departs', byCode],
  queryFn: ({ signal }: { signal: AbortSignal }) => loadDeparts(http, byCode, signal),
  retry: false,
})

export const indexTitles = (nodes: readonly TreeItem[]): Map<string, string> =>
  new Map(nodes.flatMap((node) => [[node.key, node.title] as const, ...indexTitles(node.children)]))
