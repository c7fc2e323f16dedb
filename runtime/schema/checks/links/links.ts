import { asText, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { nearestWord } from '#runtime/kernel/text/names.ts'
import type { KnownNames } from '../../names/known-names.ts'
import { auditKeys } from '../../types.ts'
import { type FieldsContext, type Level, needField } from '../context.ts'
import { keySpan, type Path, type Report, type Span, textSpan } from '../report.ts'

/** Parameters of pages beside their filters (`runtime/compile/list/url.ts`). */
const pageParameters: ReadonlySet<string> = new Set([
  ...['page', 'size', 'sort', 'tree', 'row', 'form', 'id', 'under', 'view', 'q', 'sub'],
])
const rangeEnd = /_(begin|end|MultiString)$/

/** The keys by which the records of a document can be filtered; undefined where they are unknown. */
function filterKeys(knownNames: KnownNames, document: JsonObject): ReadonlySet<string> | undefined {
  const id = asText(document.id) ?? ''
  const screen = knownNames.screens.get(id)
  return screen ? new Set([...screen.keys(), ...auditKeys]) : knownNames.reports.get(id)?.keys
}

/** Reports the placeholders of an address that name no field of the level. */
export function checkPlaceholders(context: FieldsContext, level: Level, path: Path, href: unknown): void {
  for (const { 1: key = '', index } of asText(href)?.matchAll(/\{([^{}]*)\}/g) ?? [])
    needField(context, level, path, key, true, textSpan(key, index + 1))
}

/** The field that a filter names: `fdate` of `fdate_begin`. */
export const filteredKey = (name: string): string => name.replace(rangeEnd, '')

/** What the name of a parameter of a report begins with in a request. */
const paramPrefix = 'self_'

/** The parameter of a report that a filter names: `year` of `self_year`, `end` of `self_end`. */
export const filteredParam = (document: JsonObject, name: string): JsonObject | undefined =>
  name.startsWith(paramPrefix)
    ? listObjectEntries(document.params).find(([, { key }]) => key === name.slice(paramPrefix.length))?.[1]
    : undefined

/** The parameter that a misspelt filter means: `year`, `self_year_begin`, `selfYear`. */
function findMeantParam(document: JsonObject, name: string): string | undefined {
  const bare = name.replace(/^self_?/i, '')
  const meant = [name, bare, filteredKey(bare)].map((word) => word.toLowerCase())
  return listObjectEntries(document.params)
    .flatMap(([, { key }]) => asText(key) ?? [])
    .find((key) => meant.includes(key.toLowerCase()))
}

/** Tells which field a filter compares; the name may go on after the key. */
const referFilter = (
  report: Report,
  path: Path,
  { id }: JsonObject,
  key: string,
  { in: place, from }: Span,
): void =>
  report.refer?.(
    path,
    { kind: 'field', screen: asText(id) ?? '', key },
    { in: place, from, to: from + key.length },
  )

/** Reports a filter that the records of a document do not have. */
export function needFilter(
  knownNames: KnownNames,
  report: Report,
  path: Path,
  document: JsonObject,
  name: string,
  span = keySpan(name),
): void {
  const keys = filterKeys(knownNames, document)
  if (!keys) return
  referFilter(report, path, document, keys.has(name) ? name : filteredKey(name), span)
  const param = filteredParam(document, name)
  if (param) {
    if (param.type === 'hidden')
      report(path, {
        code: 'BAD_VALUE',
        text: `报表的参数「${String(param.key)}」是 hidden 类型，只取缺省值，请删去`,
      })
    return
  }
  if (keys.has(filteredKey(name)) || keys.has(name)) return
  const meant = findMeantParam(document, name)
  if (meant !== undefined) {
    report(path, { code: 'UNKNOWN_FIELD', text: `报表的参数「${meant}」在这里写作 ${paramPrefix}${meant}` })
    return
  }
  const params = listObjectEntries(document.params).map(([, { key }]) => `${paramPrefix}${String(key)}`)
  const text = `文档 ${String(document.id)} 没有字段「${name}」，不能按它查询`
  report(path, { code: 'UNKNOWN_FIELD', text, word: name, words: [...keys, ...params] })
}

const decodeParameter = (written: string): string => [...new URLSearchParams(written).keys()][0] ?? ''

/**
 * Checks an address of the application: a page among those of the documents exists, and has the filters of the address.
 * Pages that no document describes are unknown here: only a near miss is reported.
 */
export function checkAddress(knownNames: KnownNames, report: Report, path: Path, href: unknown): void {
  const [page = ''] = asText(href)?.split('#') ?? []
  const [address = '', query = ''] = page.split('?')
  if (!address.startsWith('/') || address.includes('{')) return
  const pages = knownNames.owners.get('page') ?? new Map<string, string>()
  const document = knownNames.documents.get(pages.get(address) ?? '')
  if (!document) {
    if (nearestWord(address, pages.keys()) === undefined) return
    report(path, { code: 'UNKNOWN_NAME', text: `没有页面「${address}」`, word: address, words: pages.keys() })
    return
  }
  const id = asText(document.id) ?? ''
  // A page with a path of its own keeps it when its document is renamed.
  if (address === `/${id}`) report.refer?.(path, { kind: 'document', name: id }, textSpan(id, 1))
  for (const { 0: written, index } of query.matchAll(/(?<![^&])[^=&]+/g)) {
    const name = decodeParameter(written)
    if (pageParameters.has(name)) continue
    const key = name.replace(/^q\./, '')
    const from = address.length + 1 + index + name.length - key.length
    needFilter(knownNames, report, path, document, key, textSpan(key, from))
  }
}
