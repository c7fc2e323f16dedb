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

/** What a record keeps of a department: its id, or its code where the dictionary is one of codes. */
export const storesCode = (dictCode: string): boolean => dictCode.split(',')[2] === 'org_code'

const nodesOf = (raw: unknown, byCode: boolean): TreeItem[] =>
  (Array.isArray(raw) ? (raw as WireDepart[]) : []).map((one) => ({
    key: String((byCode ? one.orgCode : (one.id ?? one.key)) ?? ''),
    title: String(one.title ?? one.departName ?? ''),
    children: nodesOf(one.children, byCode),
  }))

/** All departments, nested. */
export const loadDeparts = async (http: Http, byCode: boolean, signal?: AbortSignal): Promise<TreeItem[]> =>
  nodesOf(await http.get('/sys/sysDepart/queryTreeList', undefined, signal), byCode)

export const titlesOf = (nodes: readonly TreeItem[]): Map<string, string> =>
  new Map(nodes.flatMap((node) => [[node.key, node.title] as const, ...titlesOf(node.children)]))
