import { asText, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { isAudit, needWord, part } from '../../../checks/context.ts'
import { checkDefault } from '../../../checks/default-value.ts'
import { checkComparable, typeOfField } from '../../../checks/expressions/expression-types.ts'
import { checkCondition } from '../../../checks/expressions/literal.ts'
import { filteredKey, filteredParam, needFilter } from '../../../checks/links/links.ts'
import { type Path, type Report, type Span, sortKeys } from '../../../checks/report.ts'
import { isQueriedField } from '../../../checks/stored-fields.ts'
import { findChoices } from '../../../checks/values/choices.ts'
import type { KnownNames } from '../../../names/known-names.ts'
import type { NamedKey, PanelContext } from './block-shape.ts'

interface SourceUse {
  source: JsonObject
  /** The path of what names the keys; the source is there, or below it at `inner`. */
  path: Path
  inner: Path
  keys: readonly NamedKey[]
  /** Records of a screen are put together: the block has its own rules for their order. */
  isGrouped?: boolean
}

/** Checks that a source and the keys that its block names exist, and that its conditions can be met. */
export function checkSource(
  context: PanelContext,
  { source, path, inner, keys, isGrouped }: SourceUse,
): void {
  const { knownNames, report } = context
  const at = [...path, ...inner]
  const reports = new Map([...knownNames.reports.values()].map(({ code, keys }) => [code, keys]))
  needWord(report, [...at, 'screen'], source.screen, knownNames.screens, 'UNKNOWN_NAME', '文档', 'document')
  needWord(report, [...at, 'report'], source.report, reports, 'UNKNOWN_NAME', '报表')
  checkQuery(context, at, source)
  const screen = knownNames.screens.get(asText(source.screen) ?? '')
  const sorts = [...sortKeys(source.sort)].map((sort): NamedKey => ({ path: [...inner, 'sort'], ...sort }))
  const sorted = screen?.get(sorts[0]?.key ?? '')
  if (sorted && !isQueriedField(context, sorted)) {
    const text = `字段「${sorts[0]?.key}」不存库，不能按它排序，请换一个字段`
    report([...at, 'sort'], { code: 'BAD_VALUE', text })
  }
  checkNumbers(context, path, keys, findFields(source, knownNames))
  const knownKeys = screen ?? reports.get(asText(source.report) ?? '')
  // The keys of a call's answer are unknown before the call.
  if (!knownKeys) return
  for (const { path: place, key, span } of [...sorts, ...keys])
    referKey(report, source, [...path, ...place], key, span)
  for (const { path: place, key } of isGrouped && screen ? keys : [...sorts, ...keys]) {
    if (knownKeys.has(key) || (source.screen !== undefined && isAudit(key))) continue
    const text = `${source.screen ? '文档' : '报表'} ${source.screen ?? source.report} 没有字段「${key}」`
    report([...path, ...place], {
      code: 'UNKNOWN_FIELD',
      text,
      word: key,
      words: knownKeys.keys(),
      fix: 'nearest',
    })
  }
}

/** Tells which field of a screen a key of the source stands for. */
export const referKey = (
  report: Report,
  { screen }: JsonObject,
  path: Path,
  key: string,
  span?: Span,
): void => {
  if (typeof screen === 'string') report.refer?.(path, { kind: 'field', screen, key }, span)
}

/** Checks the conditions of a source. */
function checkQuery(context: PanelContext, at: Path, source: JsonObject): void {
  const { knownNames, report, params } = context
  const document = sourceDocument(source, knownNames)
  if (document) checkRequired(context, at, source, document)
  for (const [name, value] of Object.entries(part(source, 'query'))) {
    const path = [...at, 'query', name]
    if (document) needFilter(knownNames, report, path, document, name)
    const field = knownNames.screens.get(asText(source.screen) ?? '')?.get(name)
    if (params) checkDefault(context, path, value, { params: new Set(params.keys()), field })
    const filter = params?.get(/^=params\.(\w+)$/.exec(String(value))?.[1] ?? '')
    const compared = comparedField(source, name, knownNames)
    if (filter && compared) checkComparable(context, path, compared, filter)
    if (field && !isQueriedField(context, field)) {
      const text = `字段「${field.key}」不存库，不能按它查，请换一个字段`
      report(path, { code: 'BAD_VALUE', text })
    } else if (compared) checkCondition(context, path, compared, value)
  }
}

/** Reports parameters without which the report is refused. */
function checkRequired({ report }: PanelContext, at: Path, source: JsonObject, document: JsonObject): void {
  const sent = part(source, 'query')
  for (const [, { key, title = key, required, type, defaultValue }] of listObjectEntries(document.params)) {
    const name = `self_${String(key)}`
    if (required !== true || type === 'hidden' || defaultValue !== undefined || name in sent) continue
    const text = `报表的参数「${String(title)}」必填，请在 query 里写 "${name}"`
    report([...at, 'query'], { code: 'MISSING_KEY', text })
  }
}

/** Checks that values which are drawn or summed are numbers. */
function checkNumbers(
  { knownNames, types, report }: PanelContext,
  path: Path,
  keys: readonly NamedKey[],
  fields: ReadonlyMap<string, JsonObject> | undefined,
): void {
  for (const { path: place, key, unlessNumber } of keys) {
    if (unlessNumber === undefined) continue
    const field = fields?.get(key)
    const type = field && typeOfField(types, field)
    const values = [...((field && findChoices(field, knownNames)?.keys()) ?? [])]
    const hasWords = values.length > 0 && values.every((word) => Number.isNaN(Number(word)))
    if (type === undefined || type === 'number' || (type === 'any' && !hasWords)) continue
    const text = `字段「${key}」不是数字，${unlessNumber}，请换一个字段`
    report([...path, ...place], { code: 'BAD_VALUE', text })
  }
}

/** The fields of the records of a source; undefined for a call. */
function findFields(source: JsonObject, knownNames: KnownNames): ReadonlyMap<string, JsonObject> | undefined {
  const screen = knownNames.screens.get(asText(source.screen) ?? '')
  if (screen || source.report === undefined) return screen
  const columns = listObjectEntries(sourceDocument(source, knownNames)?.fields)
  return new Map(columns.map(([, field]): [string, JsonObject] => [asText(field.key) ?? '', field]))
}

/** The screen or report whose records a block shows; undefined for a call. */
function sourceDocument(source: JsonObject, { reports, documents }: KnownNames): JsonObject | undefined {
  const report = [...reports].find(([, { code }]) => code === source.report)?.[0]
  return documents.get(asText(source.screen) ?? report ?? '')
}

/** The field of a screen, or the parameter or column of a report, that a query compares; undefined for a call. */
function comparedField(source: JsonObject, name: string, knownNames: KnownNames): JsonObject | undefined {
  const key = filteredKey(name)
  const field = knownNames.screens.get(asText(source.screen) ?? '')?.get(key)
  const document = sourceDocument(source, knownNames) ?? {}
  const columns = listObjectEntries(document.fields)
  return field ?? filteredParam(document, name) ?? columns.find(([, column]) => column.key === key)?.[1]
}
