import { asText, isJsonObject, type JsonObject, recordsOf, textsOf } from '#runtime/kernel/json.ts'
import type { KnownNames } from '../known.ts'
import { part } from './context.ts'
import type { Path, Report } from './report.ts'

/** First segments of addresses that the API owns; a document there would hide or be hidden. */
const ownedByApi = [
  'sys',
  'schema',
  'resource',
  'user',
  'test',
  '404',
  'dashboard',
  'example/bench',
  'online/cgform',
  'online/cgreport',
  'websocket',
  'api-docs',
  'healthz',
  'jeecg-boot',
  'assets',
]

/** The document's id, and the names it claims for itself alone: tables, components, codes. */
export function checkClaims(
  document: JsonObject,
  known: KnownNames,
  report: Report,
  expectedId?: string,
  bases: ReadonlySet<string> = new Set(),
): void {
  const id = asText(document.id)
  if (id !== undefined) {
    const page = asText(part(document, 'menu').path)?.slice(1)
    for (const [path, address] of [
      [['id'], id],
      [['menu', 'path'], page],
    ] as const) {
      const owner = ownedByApi.find((word) => address === word || address?.startsWith(`${word}/`))
      if (owner)
        report(path, { code: 'RESERVED_ID', text: `以 ${owner}/ 开头的地址归接口所有，请换一个分组` })
    }
    if (expectedId !== undefined && id !== expectedId) {
      const fix = [{ op: 'replace' as const, path: '/id', value: expectedId }]
      report(['id'], { code: 'BAD_VALUE', text: `应与文件位置一致，写作 ${expectedId}`, fix })
    }
  }
  const claim = (path: Path, name: unknown, owners: (name: string) => string | undefined, what: string) => {
    const owner = typeof name === 'string' ? owners(name) : undefined
    if (owner === undefined || owner === id) return
    report(path, { code: 'DUPLICATE_NAME', text: `${what}“${name}”已被文档 ${owner} 使用，请换一个名字` })
  }
  if (document.kind === 'dict')
    claim(['code'], document.code, (code) => known.dicts.get(code)?.id, '字典编码')
  if (document.kind === 'picker')
    claim(['code'], document.code, (code) => known.pickers.get(code)?.id, '选择器编码')
  if (document.kind === 'report')
    claim(['code'], document.code, (code) => reportOf(known, code, id), '报表编码')
  for (const [at, name] of textsOf(document.component)) {
    claim(['component', at], name, (word) => known.components.get(word), '组件名')
  }
  if (document.kind !== 'screen') return
  const own = new Set<unknown>()
  for (const [path, name] of tablesOf(document)) {
    claim(path, name, (table) => (own.has(table) ? '自己' : strangerOf(known, bases, table)), '表')
    own.add(name)
  }
}

/** Who has the table, unless it is what this document stands on. */
const strangerOf = (known: KnownNames, bases: ReadonlySet<string>, table: string): string | undefined => {
  const owner = known.tables.get(table)
  return owner === undefined || bases.has(owner) ? undefined : owner
}

/** Another report of this code that stands first. */
const reportOf = (known: KnownNames, code: string, id: string | undefined): string | undefined => {
  const [first] = [...known.reports].find(([, report]) => report.code === code) ?? []
  return first === id ? undefined : first
}

const tablesOf = (screen: JsonObject): [Path, unknown][] => [
  [['table', 'name'], part(screen, 'table').name],
  ...recordsOf(screen.fields)
    .filter(([, field]) => isJsonObject(field.table))
    .map(([index, field]): [Path, unknown] => [
      ['fields', index, 'table', 'name'],
      part(field, 'table').name,
    ]),
]
