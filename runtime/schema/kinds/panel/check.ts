import { asText, isJsonObject, type JsonObject, recordsOf, textsOf } from '#runtime/kernel/json.ts'
import { checkMenu, type FieldsContext, isAudit, needWord, part } from '../../checks/context.ts'
import { checkDefault } from '../../checks/default-value.ts'
import { checkComparable, typeOfField } from '../../checks/expression-types.ts'
import { checkAddress, filteredKey, needFilter } from '../../checks/links.ts'
import { checkLiteral } from '../../checks/literal.ts'
import type { Path, Report } from '../../checks/report.ts'
import { checkNames, checkRequestParam } from '../../checks/request-params.ts'
import { isStoredField } from '../../checks/stored-fields.ts'
import type { KnownNames } from '../../known-names.ts'

type PanelContext = Pick<FieldsContext, 'types' | 'knownNames' | 'report' | 'isFaulty'>

/** Checks filters, and that every block's source exists and has the keys that the block shows. */
export function checkPanel(document: JsonObject, context: PanelContext): void {
  const { knownNames, report } = context
  const filters = recordsOf(document.filters)
  checkNames(context, filters, ['filters'])
  for (const [at, filter] of filters) checkRequestParam(context, ['filters', at], filter, false)
  // Faulty filters may be what a query names.
  const params = context.isFaulty(['filters'])
    ? undefined
    : new Map(filters.map(([, filter]): [string, JsonObject] => [asText(filter.key) ?? '', filter]))
  if (params && !context.isFaulty(['blocks'])) checkFilterUse(document, filters, report)
  checkMenu(document, knownNames, report)
  if (document.menu !== undefined && document.perm === undefined)
    report(['menu'], { code: 'MISSING_KEY', text: '缺少 perm：有菜单的看板要写打开它的权限编码' })
  const isCounted = typeof document.columns === 'number' && !context.isFaulty(['columns'])
  const columns = isCounted ? Number(document.columns) : 24
  for (const [index, block] of recordsOf(document.blocks)) {
    const path = ['blocks', index]
    if (typeof block.span === 'number' && block.span > columns)
      report([...path, 'span'], { code: 'BAD_VALUE', text: `不能大于看板的列数 ${columns}` })
    checkTable(report, path, block)
    checkPlot(report, [...path, 'chart'], part(block, 'chart'))
    const hasRecord = block.type === 'statistic' || block.type === 'table'
    checkHref(knownNames, report, [...path, 'href'], block.href, hasRecord)
    for (const [at, { href }] of recordsOf(block.links))
      checkHref(knownNames, report, [...path, 'links', at, 'href'], href, false)
    needWord(report, [...path, 'widget'], block.widget, knownNames.blockWidgets, 'UNKNOWN_NAME', '控件')
    if (!['fields', 'chart', 'cross'].some((word) => context.isFaulty([...path, word])))
      checkTitles(report, path, block)
    if (isJsonObject(block.source)) checkSource(block, block.source, path, { ...context, params })
    for (const [at, source] of recordsOf(block.sources))
      checkSource({ ...source, source }, source, [...path, 'sources', at], { ...context, params }, [])
  }
}

/** Reports filters that change no block. */
function checkFilterUse({ blocks }: JsonObject, filters: [number, JsonObject][], report: Report): void {
  const text = JSON.stringify(blocks ?? [])
  // A misspelt name has a problem of its own.
  const keys = new Set(filters.map(([, { key }]) => key))
  if ([...text.matchAll(/params\.(\w+)/g)].some(([, name]) => !keys.has(name))) return
  for (const [at, { key }] of filters) {
    if (typeof key !== 'string' || new RegExp(`params\\.${key}(?!\\w)`).test(text)) continue
    report(['filters', at], {
      code: 'BAD_VALUE',
      text: `没有一块用到「${key}」：请在 source 的 query 里写 "=params.${key}"，或删去这个条件`,
    })
  }
}

/** Checks that a table has columns, or is a cross table of a report or a call. */
function checkTable(report: Report, path: Path, { type, fields, cross, source, href }: JsonObject): void {
  if (type !== 'table') return
  if (fields === undefined && cross === undefined)
    report(path, { code: 'MISSING_KEY', text: '缺少 fields：请写显示哪些字段，或写 cross 画交叉表' })
  if (cross === undefined) return
  if (fields !== undefined)
    report([...path, 'fields'], { code: 'BAD_VALUE', text: '交叉表的列由 cross 决定，请删去 fields' })
  if (isJsonObject(source) && source.screen !== undefined)
    report([...path, 'cross'], { code: 'BAD_VALUE', text: '界面的列表一次只给一页，交叉表请用报表' })
  const { rows, columns, subtotals } = part({ cross }, 'cross')
  const twice = textsOf(rows).find(([, key]) => key === columns)
  if (twice)
    report([...path, 'cross', 'rows', twice[0]], {
      code: 'BAD_VALUE',
      text: `「${twice[1]}」已经分列，不能再分行，请换一个字段`,
    })
  if (subtotals === true && textsOf(rows).length < 2)
    report([...path, 'cross', 'subtotals'], {
      code: 'BAD_VALUE',
      text: '按两个字段分行才有小计，请在 rows 里再写一个字段，或删去 subtotals',
    })
  if (asText(href)?.includes('{'))
    report([...path, 'href'], { code: 'BAD_VALUE', text: '交叉表的一行是多条记录的合计，链接不能带 {字段}' })
}

/** Checks that titles are for keys that the block shows. */
function checkTitles(report: Report, path: Path, block: JsonObject): void {
  const keys = new Set(
    keysOf({ fields: block.fields, chart: block.chart, cross: block.cross }, []).map(([, key]) => key),
  )
  if (keys.size === 0) return
  for (const key of Object.keys(part(block, 'titles')))
    if (!keys.has(key)) {
      const text = `这一块不显示「${key}」，标题不起作用，请改正或删去`
      report([...path, 'titles', key], { code: 'UNKNOWN_FIELD', text, word: key, words: keys })
    }
}

/** Reports settings of axes and lines on charts that have none. */
function checkPlot(report: Report, path: Path, chart: JsonObject): void {
  if (chart.kind !== 'pie' && chart.kind !== 'trend') return
  const text = '饼图和短趋势没有轴，请删去，或把 kind 改成 line 或 bar'
  if (chart.stack === true) report([...path, 'stack'], { code: 'BAD_VALUE', text })
  for (const [at, series] of recordsOf(chart.y))
    for (const word of ['axis', 'kind'])
      if (series[word] !== undefined) report([...path, 'y', at, word], { code: 'BAD_VALUE', text })
}

const userKeys: ReadonlySet<string> = new Set(['id', 'username', 'realname', 'orgCode'])

/** Checks an address, and its placeholders: `{user.username}`, and `{key}` where the block shows records. */
function checkHref(
  knownNames: KnownNames,
  report: Report,
  path: Path,
  href: unknown,
  hasRecord: boolean,
): void {
  checkAddress(knownNames, report, path, href)
  const [key] = asText(href)?.match(/\{\w*\}/) ?? []
  if (key !== undefined && !hasRecord) {
    const text = `这里没有可取值的记录：去掉 ${key}，只有数字和表格的链接可以带 {字段}`
    report(path, { code: 'BAD_VALUE', text })
  }
  for (const [, key] of asText(href)?.matchAll(/\{user\.(\w*)\}/g) ?? [])
    needWord(report, path, key, userKeys, 'UNKNOWN_NAME', '自己的')
}

/** Checks a condition: a stored field is compared with a value that it may have. */
function checkCondition(context: PanelContext, path: Path, field: JsonObject, value: unknown): void {
  if (!isStoredField(context, field))
    context.report(path, { code: 'BAD_VALUE', text: `字段「${field.key}」不存库，不能按它查，请换一个字段` })
  // Wildcards, limits and lists are no values of the field.
  else if (typeof value !== 'string' || !/[*!<>,]/.test(value)) checkLiteral(context, path, field, value)
}

/** `params`: the filters by their names; undefined where they cannot be read. */
type SourceContext = PanelContext & { params: ReadonlyMap<string, JsonObject> | undefined }

/** `inner`: the path of the source inside the block. */
function checkSource(
  block: JsonObject,
  source: JsonObject,
  path: Path,
  context: SourceContext,
  inner: Path = ['source'],
): void {
  const { knownNames, report, params } = context
  const at = [...path, ...inner]
  const reports = new Map([...knownNames.reports.values()].map(({ code, keys }) => [code, keys]))
  needWord(report, [...at, 'screen'], source.screen, knownNames.screens, 'UNKNOWN_NAME', '文档')
  needWord(report, [...at, 'report'], source.report, reports, 'UNKNOWN_NAME', '报表')
  const document = sourceDocument(source, knownNames)
  for (const [name, value] of Object.entries(part(source, 'query'))) {
    if (document) needFilter(knownNames, report, [...at, 'query', name], document, name)
    const field = knownNames.screens.get(asText(source.screen) ?? '')?.get(name)
    if (params)
      checkDefault(context, [...at, 'query', name], value, { params: new Set(params.keys()), field })
    const filter = params?.get(/^=params\.(\w+)$/.exec(String(value))?.[1] ?? '')
    const target = filter && comparedField(source, name, knownNames)
    if (target) checkComparable(context, [...at, 'query', name], target, filter)
    if (field) checkCondition(context, [...at, 'query', name], field, value)
  }
  const sort = asText(source.sort)?.replace(/^-/, '') ?? ''
  const sorted = knownNames.screens.get(asText(source.screen) ?? '')?.get(sort)
  if (sorted && !isStoredField(context, sorted)) {
    const text = `字段「${sort}」不存库，不能按它排序，请换一个字段`
    report([...at, 'sort'], { code: 'BAD_VALUE', text })
  }
  if (source.screen !== undefined && block.statistics !== undefined) {
    const text = '界面的列表一次只给一页，合计和平均请用报表'
    report([...path, 'statistics'], { code: 'BAD_VALUE', text })
  }
  const keys = knownNames.screens.get(asText(source.screen) ?? '') ?? reports.get(asText(source.report) ?? '')
  checkSeries(context, path, block, fieldsOf(source, knownNames))
  // The keys of a call's answer are unknown before the call.
  if (!keys) return
  for (const [place, key] of keysOf(block, inner)) {
    if (keys.has(key) || (source.screen !== undefined && isAudit(key))) continue
    const text = `${source.screen ? '文档' : '报表'} ${source.screen ?? source.report} 没有字段「${key}」`
    report([...path, ...place], {
      code: 'UNKNOWN_FIELD',
      text,
      word: key,
      words: keys.keys(),
      fix: 'nearest',
    })
  }
}

/** The fields of the records of a source; undefined for a call. */
function fieldsOf(source: JsonObject, knownNames: KnownNames): ReadonlyMap<string, JsonObject> | undefined {
  const screen = knownNames.screens.get(asText(source.screen) ?? '')
  if (screen || source.report === undefined) return screen
  const columns = recordsOf(sourceDocument(source, knownNames)?.fields)
  return new Map(columns.map(([, field]): [string, JsonObject] => [asText(field.key) ?? '', field]))
}

/** Checks that the values of a chart or of a cross table of records are numbers. */
function checkSeries(
  { knownNames, types, report }: SourceContext,
  path: Path,
  block: JsonObject,
  fields: ReadonlyMap<string, JsonObject> | undefined,
): void {
  const { y } = part(block, 'chart')
  const { value } = part(block, 'cross')
  const series: [Path, string][] = [
    ...textsOf(y).map(([at, key]): [Path, string] => [['chart', 'y', at], key]),
    ...recordsOf(y).flatMap(([at, { key }]) =>
      textsOf([key]).map(([, word]): [Path, string] => [['chart', 'y', at], word]),
    ),
    ...textsOf([value]).map(([, key]): [Path, string] => [['cross', 'value'], key]),
  ]
  for (const [place, key] of series) {
    const field = fields?.get(key)
    const type = field && typeOfField(types, field)
    const values = [...(knownNames.dicts.get(asText(field?.dictCode) ?? '')?.values ?? [])]
    const hasWords = values.length > 0 && values.every((word) => Number.isNaN(Number(word)))
    if (type === undefined || type === 'number' || (type === 'any' && !hasWords)) continue
    const purpose = place[0] === 'cross' ? '不能合计' : '画不成图'
    report([...path, ...place], {
      code: 'BAD_VALUE',
      text: `字段「${key}」不是数字，${purpose}，请换一个字段`,
    })
  }
}

/** The screen or report whose records a block shows; undefined for a call. */
function sourceDocument(source: JsonObject, { reports, documents }: KnownNames): JsonObject | undefined {
  const report = [...reports].find(([, { code }]) => code === source.report)?.[0]
  return documents.get(asText(source.screen) ?? report ?? '')
}

/** The field of a screen or the parameter of a report that a query compares; undefined for a call. */
function comparedField(source: JsonObject, name: string, knownNames: KnownNames): JsonObject | undefined {
  const key = filteredKey(name)
  const field = knownNames.screens.get(asText(source.screen) ?? '')?.get(key)
  const params = recordsOf(sourceDocument(source, knownNames)?.params)
  return field ?? params.find(([, param]) => param.key === key)?.[1]
}

/** The keys of its source that a block names. */
function keysOf(block: JsonObject, inner: Path): [Path, string][] {
  const chart = part(block, 'chart')
  const keyAt = (path: Path, key: unknown): [Path, string][] => (typeof key === 'string' ? [[path, key]] : [])
  const sort = asText(part(block, 'source').sort)?.replace(/^-/, '')
  return [
    ...keyAt([...inner, 'sort'], sort),
    ...(block.type === undefined ? [...keyAt(['tag'], block.tag), ...keyAt(['text'], block.text)] : []),
    ...textsOf(block.note).map(([at, key]): [Path, string] => [['note', at], key]),
    ...(typeof block.href === 'string' ? [...block.href.matchAll(/\{(\w+)\}/g)] : []).map(
      ([, key = '']): [Path, string] => [['href'], key],
    ),
    ...recordsOf(block.facts).flatMap(([at, { value }]): [Path, string][] =>
      value === 'total' ? [] : keyAt(['facts', at, 'value'], value),
    ),
    ...(block.value === 'total' ? [] : keyAt(['value'], block.value)),
    ...keyAt(['chart', 'x'], chart.x),
    ...textsOf(chart.y).map(([at, key]): [Path, string] => [['chart', 'y', at], key]),
    ...recordsOf(chart.y).flatMap(([at, { key }]) => keyAt(['chart', 'y', at, 'key'], key)),
    ...textsOf(part(block, 'cross').rows).map(([at, key]): [Path, string] => [['cross', 'rows', at], key]),
    ...['columns', 'value'].flatMap((word) => keyAt(['cross', word], part(block, 'cross')[word])),
    ...textsOf(block.fields).map(([at, key]): [Path, string] => [['fields', at], key]),
  ]
}
