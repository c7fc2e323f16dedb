import type { Http } from '../data/http.ts'
import type { ListRow } from '../data/list-source.ts'
import { appError } from '../kernel/errors.ts'
import { applyRowsDelta } from '../record/changes/delta.ts'
import { advancedNames } from '../rules/advanced-query/params.ts'
import { pictureUrl } from './picture.ts'

/** The data that answers the addresses of a sample document. */
export interface Store {
  /** Rows by the id of their screen or the code of their report; detail rows are inside their record. */
  rows: Record<string, ListRow[]>
  /** For trees: the key that contains the id of the parent row, by the id of the screen. */
  trees?: Readonly<Record<string, string>>
  /** Fixed answers by address, for documents without records. */
  answers?: Readonly<Record<string, unknown>>
}

const report = /^\/online\/cgreport\/api\/getData\/([^/]+)$/
const resource = /^\/resource\/([^/]+\/[^/]+)(?:\/(.+))?\/([a-zA-Z]+)$/
const savedQueries = /^\/sys\/savedQuery\//
const arrangements = /^\/sys\/arrangement\//
const reserved = new Set([...['column', 'order', 'field', 'pageNo', 'pageSize', '_t'], ...advancedNames])

const isSame = (a: unknown, b: unknown): boolean => String(a ?? '') === String(b ?? '')

function matches(value: unknown, filter: string): boolean {
  const text = String(value ?? '')
  const word = filter.replaceAll('*', '')
  if (filter.startsWith('!')) return text !== filter.slice(1)
  if (filter.startsWith('*') && filter.endsWith('*')) return text.includes(word)
  if (filter.endsWith('*')) return text.startsWith(word)
  if (filter.startsWith('*')) return text.endsWith(word)
  return text === filter
}

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''))

function isFound(row: ListRow, [name, filter]: [string, unknown]): boolean {
  const [, key = name, end] = /^(.+)_(begin|end|MultiString)$/.exec(name) ?? []
  const text = String(filter)
  if (end === 'begin') return compare(row[key], typeof row[key] === 'number' ? Number(text) : text) >= 0
  if (end === 'end')
    return compare(row[key], typeof row[key] === 'number' ? Number(text) : `${text}\uffff`) <= 0
  if (end === 'MultiString') return text.split(',').some((part) => isSame(row[key], part))
  // A parameter that is no value of the row belongs to the kind.
  return !(key in row) || matches(row[key], text)
}

function buildPage(rows: readonly ListRow[], params: Record<string, unknown>) {
  const conditions = Object.entries(params).filter(
    ([name, value]) => !reserved.has(name) && value !== undefined,
  )
  const column = String(params.column ?? 'id').split(',')[0] ?? 'id'
  const direction = params.order === 'desc' ? -1 : 1
  const matching = rows
    .filter((row) => conditions.every((condition) => isFound(row, condition)))
    .sort((a, b) => direction * compare(a[column], b[column]))
  const size = Number(params.pageSize ?? 10)
  const start = (Number(params.pageNo ?? 1) - 1) * size
  return { records: matching.slice(start, start + size), total: matching.length }
}

/** Whether a row meets the advanced query of a request. */
type IsMet = (row: ListRow) => boolean
const always: IsMet = () => true

/** The top, or found records with their ancestors; and the branches of one or several rows. */
function readBranch(
  verb: string,
  rows: readonly ListRow[],
  parent: string,
  params: Record<string, unknown>,
  isMet: IsMet,
) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const above = (row: ListRow) => byId.get(String(row[parent] ?? ''))
  const { pid, parentIds, ...conditions } = params
  if (verb === 'rootList') {
    const isSearch = isMet !== always || Object.keys(conditions).some((name) => !reserved.has(name))
    if (!isSearch)
      return buildPage(
        rows.filter((row) => !above(row)),
        params,
      )
    const hits = buildPage(rows.filter(isMet), params)
    const ancestors = new Set<ListRow>()
    for (const hit of hits.records)
      for (let row = above(hit); row && !ancestors.has(row); row = above(row)) ancestors.add(row)
    return { ...hits, above: [...ancestors] }
  }
  const ids = String(parentIds ?? pid ?? '').split(',')
  return buildPage(
    rows.filter((row) => ids.includes(String(row[parent] ?? ''))),
    { ...conditions, pageSize: 1000 },
  )
}

interface Delta {
  added?: Record<string, unknown>[]
  changed?: ListRow[]
  removed?: string[]
}
const isDelta = (value: unknown): value is Delta =>
  typeof value === 'object' &&
  value !== null &&
  ('added' in value || 'changed' in value || 'removed' in value)

/** New rows under stored ids; references between them by temporary ids are replaced too. */
function settled(rows: readonly Record<string, unknown>[], newId: () => string): ListRow[] {
  const ids = new Map(rows.map((row) => [row.id ?? row, newId()]))
  return rows.map((row) => ({
    ...Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, ids.get(value as string) ?? value]),
    ),
    id: String(ids.get((row.id ?? row) as string)),
    rev: 1,
  }))
}

/** The details of an edit are sent as added, changed and removed rows. */
function edited(old: ListRow, body: Record<string, unknown>, newId: () => string): ListRow {
  const next: ListRow = { ...old, rev: Number(old.rev ?? 0) + 1 }
  for (const [key, value] of Object.entries(body)) {
    if (key === 'id' || key === 'rev') continue
    if (!isDelta(value)) {
      next[key] = value
      continue
    }
    const rows = (Array.isArray(old[key]) ? old[key] : []) as ListRow[]
    const { added = [], changed = [], removed = [] } = value
    next[key] = applyRowsDelta(rows, { added: settled(added, newId), changed, removed }, 'orderNum')
  }
  return next
}

/**
 * The dictionaries and users of the server, and an in-memory store for the records of the sample: data that is
 * saved here is lost when the page is closed.
 */
export function createMemoryHttp(server: Http, store: Store): Http {
  let last = 1000
  const newId = () => String(++last)
  const getRows = (key: string) => {
    store.rows[key] ??= []
    return store.rows[key]
  }

  /** The rows of an address: those of a screen, or those of a detail under one of its records. */
  const place = (address: string) => {
    const [path = '', search] = address.split('?')
    const [, id = '', inner, verb = ''] = resource.exec(path) ?? []
    // `move/<code>` has the position of a detail name.
    if (inner === undefined || inner === 'move')
      return { id, verb: inner ?? verb, rows: getRows(id), put: putIn(id) }
    const master = getRows(id).find((row) => isSame(row.id, new URLSearchParams(search).get('master')))
    if (!master) throw appError('NOT_FOUND')
    master[inner] ??= []
    const put = (rows: ListRow[]) => {
      master[inner] = rows
    }
    return { id: `${id}/${inner}`, verb, rows: master[inner] as ListRow[], put }
  }
  const putIn = (id: string) => (rows: ListRow[]) => {
    store.rows[id] = rows
  }

  const read = (url: string, params: Record<string, unknown>, isMet: IsMet): unknown => {
    if (store.answers && Object.hasOwn(store.answers, url)) return store.answers[url]
    const code = report.exec(url)?.[1]
    if (code !== undefined)
      return buildPage(getRows(code).filter(isMet), params.getAll ? { ...params, pageSize: 1000 } : params)
    // The samples have no saved queries and no arrangements.
    if (savedQueries.test(url)) return []
    if (arrangements.test(url)) return null
    const { id, verb, rows } = place(url)
    const parent = store.trees?.[id]
    if (parent !== undefined && verb !== 'queryById') return readBranch(verb, rows, parent, params, isMet)
    if (verb !== 'queryById') return buildPage(rows.filter(isMet), params)
    const record = rows.find((row) => isSame(row.id, params.id))
    if (!record) throw appError('NOT_FOUND')
    return record
  }

  const write = (url: string, body: unknown, params: Record<string, unknown>) => {
    if (arrangements.test(url)) return null
    const { verb, rows, put } = place(url)
    const values = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
    const ids = String(params.ids ?? params.id ?? values.ids ?? '').split(',')
    if (verb === 'add') {
      const row = { ...edited({ id: newId() }, values, newId), rev: 1 }
      put([row, ...rows])
      return row
    }
    if (verb === 'edit') {
      const old = rows.find((row) => isSame(row.id, values.id))
      if (!old) throw appError('NOT_FOUND')
      const row = edited(old, values, newId)
      put(rows.map((entry) => (entry === old ? row : entry)))
      return row
    }
    if (verb === 'delete' || verb === 'deleteBatch') put(rows.filter((row) => !ids.includes(String(row.id))))
    return null
  }

  const isOurs = (address: string): boolean => {
    const [path = ''] = address.split('?')
    const id = (resource.exec(path) ?? report.exec(path))?.[1]
    return (
      savedQueries.test(path) ||
      arrangements.test(path) ||
      (id !== undefined && Object.hasOwn(store.rows, id)) ||
      (store.answers !== undefined && Object.hasOwn(store.answers, address))
    )
  }

  return {
    get: async <T>(url: string, params: Record<string, unknown> = {}, signal?: AbortSignal) => {
      if (!isOurs(url)) return server.get<T>(url, params, signal)
      const isMet = params.superQueryParams ? (await import('./memory-query.ts')).queryFilter(params) : always
      return structuredClone(read(url, params, isMet)) as T
    },
    send: async <T>(
      _method: string,
      url: string,
      body?: unknown,
      options: Parameters<Http['send']>[3] = {},
    ) => ({
      result: structuredClone(isOurs(url) ? write(url, body, options.params ?? {}) : null) as T,
      message: '示例里改了，没有真的保存',
    }),
    upload: async <T>() => ({ result: null as T, message: pictureUrl }),
    download: async () => {
      throw appError('BUSINESS', { text: '示例里没有文件可以导出' })
    },
  }
}
