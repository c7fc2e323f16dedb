import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listObjects,
  listTextEntries,
} from '#runtime/kernel/json.ts'
import { findMask } from '#runtime/kernel/text/mask.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import type { CheckContext } from '../../checks/check-context.ts'
import { needWord, part } from '../../checks/context.ts'
import type { Path, Report } from '../../checks/report.ts'
import { needKey } from '../../checks/source-key.ts'
import { isStoredField } from '../../checks/stored-fields.ts'
import { valueHalf } from '../../field-value.ts'
import type { KnownNames } from '../../names/known-names.ts'
import { auditKeys } from '../../types.ts'

/** Checks that there is one of `items`, `tree`, `source`, that values are unique, and that tree codes extend their parent's. */
export function checkDict(
  document: JsonObject,
  { knownNames, types }: Pick<CheckContext, 'knownNames' | 'types'>,
  report: Report,
): void {
  const forms = ['items', 'tree', 'source'].filter((form) => document[form] !== undefined)
  if (forms.length === 0)
    report([], { code: 'MISSING_KEY', text: '缺少内容，请写 items、tree 或 source 之一' })
  for (const form of forms.slice(1)) {
    report([form], { code: 'BAD_VALUE', text: `已经写了 ${forms[0]}，items、tree、source 只能写一个` })
  }
  const seen = new Set<string>()
  for (const [at, item] of listObjectEntries(document.items)) {
    const value = String(item.value)
    if (seen.has(value))
      report(['items', at, 'value'], { code: 'DUPLICATE_KEY', text: `值「${value}」重复，请删去一项` })
    seen.add(value)
    if (document.valueType === 'number' && item.value !== undefined && !Number.isFinite(Number(item.value))) {
      report(['items', at, 'value'], { code: 'BAD_VALUE', text: 'valueType 是 number，值应为数字' })
    }
  }
  checkTree(document.tree, ['tree'], '', new Set(), report)
  if (document.tree !== undefined) checkCategory(document, report)
  const source = part(document, 'source')
  const isTree = asText(document.code)?.startsWith('tree:') === true
  if (isTree && document.source !== undefined && source.parent === undefined)
    report(['source'], {
      code: 'MISSING_KEY',
      text: '缺少 parent：tree: 的字典有上下级，请写存上级主键的字段，或改 code',
    })
  needWord(
    report,
    ['source', 'screen'],
    source.screen,
    knownNames.screens,
    'UNKNOWN_NAME',
    '文档',
    'document',
  )
  const keys: [Path, unknown][] = [
    ...['text', 'value', 'parent'].map((word): [Path, unknown] => [['source', word], source[word]]),
    ...['filters', 'fields'].flatMap((word) =>
      listTextEntries(source[word]).map(([at, key]): [Path, unknown] => [['source', word, at], key]),
    ),
  ]
  const { table } = source
  const columns = typeof table === 'string' ? findColumns(knownNames, report, table) : undefined
  for (const [path, key] of keys) {
    if (typeof key !== 'string') continue
    if (typeof source.screen === 'string') needKey(knownNames, report, path, source.screen, key)
    if (typeof table === 'string') report.refer?.(path, { kind: 'column', table, name: key })
    if (columns && !columns.has(key)) {
      const text = `表 ${String(table)} 没有列「${key}」`
      report(path, { code: 'UNKNOWN_NAME', text, word: key, words: columns.keys(), fix: 'nearest' })
    }
    const field = columns?.get(key) ?? knownNames.screens.get(asText(source.screen) ?? '')?.get(key)
    if (field) needOpenField({ types }, report, path, field)
  }
}

/** The code of a category tree names the beginning of all its nodes. */
function checkCategory({ code, tree }: JsonObject, report: Report): void {
  if (typeof code !== 'string') return
  const root = /^category:([A-Za-z0-9]+)$/.exec(code)?.[1]
  const first = asText(listObjectEntries(tree)[0]?.[1].code)
  if (root === undefined) {
    const text = `分类树的 code 请写作 category:编码，如 category:${first ?? 'B01'}`
    report(['code'], { code: 'BAD_VALUE', text })
    return
  }
  for (const [at, node] of listObjectEntries(tree))
    if (typeof node.code === 'string' && !node.code.startsWith(root))
      report(['tree', at, 'code'], { code: 'BAD_VALUE', text: `应以 ${root} 开头，与 code 一致，或改 code` })
}

/** The columns of a table that a screen defines, each with its field, null for a system column; an unknown table is reported. */
function findColumns(
  { owners, screens }: KnownNames,
  report: Report,
  table: string,
): ReadonlyMap<string, JsonObject | null> | undefined {
  const tables = owners.get('table') ?? new Map<string, string>()
  needWord(report, ['source', 'table'], table, tables, 'UNKNOWN_NAME', '界面文档的表', 'table')
  const fields = screens.get(tables.get(table) ?? '')
  if (!fields) return undefined
  const detail = [...fields.values()].find((field) => part(field, 'table').name === table)
  const columns = detail ? listObjects(detail.fields) : [...fields.values()]
  return new Map([
    ...auditKeys.map((key): [string, null] => [toSnake(key), null]),
    ...columns.map((field): [string, JsonObject] => [
      asText(field.column) ?? toSnake(asText(field.key) ?? ''),
      field,
    ]),
  ])
}

/**
 * A dictionary is read from the columns of a table. All signed-in users may read it, so it may not contain a restricted
 * field.
 */
function needOpenField(
  { types }: Pick<CheckContext, 'types'>,
  report: Report,
  path: Path,
  field: JsonObject,
): void {
  if (!isStoredField({ types }, field)) {
    report(path, { code: 'BAD_VALUE', text: `字段「${field.key}」不存在那个界面的表里，请换一个字段` })
    return
  }
  const isSecret =
    field.writeOnly === true || valueHalf(types, field)?.isSecret || findMask(field) !== undefined
  const { read, rules } = part(field, 'access')
  if (!isSecret && read === undefined && rules === undefined) return
  const text = `字段「${field.key}」不是人人可看，而字典对所有登录的人开放，请换一个字段`
  report(path, { code: 'BAD_VALUE', text })
}

function checkTree(nodes: unknown, path: Path, parent: string, seen: Set<string>, report: Report): void {
  for (const [at, node] of listObjectEntries(nodes)) {
    const code = asText(node.code)
    const place = [...path, at, 'code']
    const isUnder = code === undefined || (code.startsWith(parent) && code !== parent)
    if (code !== undefined) {
      if (seen.has(code)) {
        report(place, { code: 'DUPLICATE_KEY', text: `编码「${code}」重复，请换一个` })
        continue
      }
      if (!isUnder) {
        const text = `应以上级编码 ${parent} 开头并再长一些`
        report(place, { code: 'BAD_VALUE', text, mistake: `children of ${parent}` })
      }
      seen.add(code)
    }
    if (isJsonObject(node)) {
      const isCode = isUnder && code !== undefined && /^[A-Z0-9]+$/.test(code)
      checkTree(node.children, [...path, at, 'children'], isCode ? code : '', seen, report)
    }
  }
}
