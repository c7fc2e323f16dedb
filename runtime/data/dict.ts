import { isJsonObject } from '#runtime/kernel/json.ts'
import type { DictItem, Lookup } from '#runtime/schema/field-value.ts'
import type { Http } from './http.ts'

/** Dictionaries are cached for seven days (spec: 604800000 ms), in memory only. */
export const dictStale = 604_800_000

/** The first part of the keys of all dictionaries. */
export const dictPrefix = 'dict'
export const dictKey = (code: string) => [dictPrefix, code] as const
/** Key of a dictionary filtered by values of a record; the values are part of the key. */
export const dictWhereKey = (code: string, where: Readonly<Record<string, unknown>>) =>
  [dictPrefix, code, where] as const

interface WireItem {
  value: unknown
  text?: unknown
  label?: unknown
  title?: unknown
  disabled?: unknown
  parent?: unknown
  values?: unknown
}

interface WireNode {
  key?: unknown
  value?: unknown
  title?: unknown
  name?: unknown
  code?: unknown
  children?: unknown
}

const readItem = (raw: WireItem, parent?: string): DictItem => ({
  value: String(raw.value ?? ''),
  text: String(raw.text ?? raw.label ?? raw.title ?? raw.value ?? ''),
  ...(raw.disabled ? { disabled: true } : {}),
  ...(parent === undefined ? {} : { parent }),
  ...(isJsonObject(raw.values) ? { values: raw.values } : {}),
})

/** The items of an answer in wire form. */
export const readDictItems = (raw: unknown): DictItem[] =>
  (Array.isArray(raw) ? (raw as WireItem[]) : []).map((item) =>
    readItem(item, typeof item.parent === 'string' ? item.parent : undefined),
  )

/** A category tree is flattened, parents before children; the code is the stored value. */
const flatten = (nodes: unknown, parent: string | undefined, out: DictItem[]): DictItem[] => {
  for (const node of Array.isArray(nodes) ? (nodes as WireNode[]) : []) {
    const value = String(node.code ?? node.value ?? node.key ?? '')
    out.push(readItem({ value, text: node.title ?? node.name }, parent))
    flatten(node.children, value, out)
  }
  return out
}

/** The request of a dictionary and the parser of its response. */
export function dictCall(code: string): {
  url: string
  params?: Record<string, unknown>
  read(raw: unknown): DictItem[]
} {
  if (code.startsWith('category:')) {
    const pcode = code.slice('category:'.length)
    return {
      url: '/sys/category/loadTreeRoot',
      params: { async: false, pcode },
      read: (raw) => flatten(raw, undefined, []),
    }
  }
  return {
    url: `/sys/dict/getDictItems/${encodeURIComponent(code)}`,
    read: readDictItems,
  }
}

export async function loadDict(
  http: Http,
  code: string,
  signal?: AbortSignal,
  where: Readonly<Record<string, unknown>> = {},
): Promise<DictItem[]> {
  const { url, params, read } = dictCall(code)
  // A category is not filtered.
  const isNarrowed = params === undefined && Object.keys(where).length > 0
  return read(await http.get(url, isNarrowed ? { where: JSON.stringify(where) } : params, signal))
}

/** The last cached dictionary. */
function lastDict(http: Http, code: string): DictItem[] | undefined {
  const { url, params, read } = dictCall(code)
  const raw = http.lastKnown?.(url, params)
  return raw === undefined ? undefined : read(raw)
}

export const dictQuery = (http: Http, code: string) => ({
  queryKey: dictKey(code),
  queryFn: ({ signal }: { signal: AbortSignal }) => loadDict(http, code, signal),
  // A value cached from an earlier visit is shown at once and revalidated in the background.
  initialData: () => lastDict(http, code),
  initialDataUpdatedAt: 0,
  staleTime: dictStale,
  gcTime: dictStale,
})

/** A `Lookup` over loaded dictionaries; sends no requests itself. */
export function createLookup(read: (code: string) => readonly DictItem[] | undefined): Lookup {
  const indexes = new WeakMap<
    readonly DictItem[],
    { texts: Map<string, string>; values: Map<string, string> }
  >()
  const noItems: readonly DictItem[] = []
  const indexItems = (code: string) => {
    const items = read(code)
    if (!items) return
    const cached = indexes.get(items)
    if (cached) return cached
    const index = {
      texts: new Map(items.map((item) => [item.value, item.text])),
      values: new Map(items.map((item) => [item.text, item.value])),
    }
    indexes.set(items, index)
    return index
  }
  return {
    text: (code, value) => indexItems(code)?.texts.get(value),
    value: (code, text) => indexItems(code)?.values.get(text),
    items: (code) => read(code) ?? noItems,
  }
}
