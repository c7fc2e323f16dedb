import { asText, isJsonObject, type JsonObject, recordsOf, textsOf } from '#runtime/kernel/json.ts'
import type { KnownNames } from '../known.ts'
import { needWord, part, sourceKeys } from './context.ts'
import type { Path, Report } from './report.ts'

/** A picker names a screen or a report, and fields of it. A report's rows are told apart by their `id`. */
export function checkPicker(document: JsonObject, known: KnownNames, report: Report): void {
  const source = part(document, 'source')
  needWord(report, ['source', 'screen'], source.screen, known.screens, 'UNKNOWN_NAME', '文档')
  needWord(report, ['source', 'report'], source.report, known.reports, 'UNKNOWN_NAME', '报表')
  const screen = source.screen ?? source.report
  const rows = known.reports.get(asText(source.report) ?? '')
  if (rows?.asks) {
    const text = `报表 ${source.report} 有必填的参数，选择器填不了，请给它 defaultValue 或换一张报表`
    report(['source', 'report'], { code: 'BAD_VALUE', text })
  }
  if (rows?.keys.has('id') === false) {
    const text = `报表 ${source.report} 没有 id 列，选中的行无法区分，请在报表里加上 id`
    report(['source', 'report'], { code: 'UNKNOWN_FIELD', text })
  }
  for (const list of ['fields', 'query']) {
    for (const [at, key] of textsOf(document[list])) needKey(known, report, [list, at], screen, key)
  }
  const sideTree = part(document, 'sideTree')
  needKey(known, report, ['sideTree', 'field'], screen, sideTree.field)
  needWord(report, ['sideTree', 'dictCode'], sideTree.dictCode, known.dicts, 'UNKNOWN_DICT', '字典')
  for (const [word, key] of Object.entries(part(document, 'returns'))) {
    needKey(known, report, ['returns', word], screen, key)
  }
}

function needKey(known: KnownNames, report: Report, path: Path, screen: unknown, key: unknown): void {
  const keys = sourceKeys(known, asText(screen) ?? '')
  if (!keys || typeof key !== 'string' || keys.has(key)) return
  const text = `文档 ${screen} 没有字段“${key}”`
  report(path, { code: 'UNKNOWN_FIELD', text, word: key, words: keys, fix: 'nearest' })
}

/** A dictionary has one of `items`, `tree`, `source`; its values are there once, codes of a tree continue their parent's. */
export function checkDict(document: JsonObject, known: KnownNames, report: Report): void {
  const forms = ['items', 'tree', 'source'].filter((form) => document[form] !== undefined)
  if (forms.length === 0)
    report([], { code: 'MISSING_KEY', text: '缺少内容，请写 items、tree 或 source 之一' })
  for (const form of forms.slice(1)) {
    report([form], { code: 'BAD_VALUE', text: `已经写了 ${forms[0]}，items、tree、source 只能写一个` })
  }
  const seen = new Set<string>()
  for (const [at, item] of recordsOf(document.items)) {
    const value = String(item.value)
    if (seen.has(value))
      report(['items', at, 'value'], { code: 'DUPLICATE_KEY', text: `值“${value}”重复，请删去一项` })
    seen.add(value)
    if (document.valueType === 'number' && item.value !== undefined && !Number.isFinite(Number(item.value))) {
      report(['items', at, 'value'], { code: 'BAD_VALUE', text: 'valueType 是 number，值应为数字' })
    }
  }
  checkTree(document.tree, ['tree'], '', new Set(), report)
  const source = part(document, 'source')
  needWord(report, ['source', 'screen'], source.screen, known.screens, 'UNKNOWN_NAME', '文档')
  const keys: [Path, unknown][] = [
    ...['text', 'value', 'parent'].map((word): [Path, unknown] => [['source', word], source[word]]),
    ...textsOf(source.filters).map(([at, key]): [Path, unknown] => [['source', 'filters', at], key]),
  ]
  for (const [path, key] of keys) {
    needKey(known, report, path, source.screen, key)
    needOpenField(known, report, path, source.screen, key)
  }
}

/** Everybody who is signed in may read dictionaries, so a restricted field may not be in one. */
function needOpenField(known: KnownNames, report: Report, path: Path, screen: unknown, key: unknown): void {
  const fields = recordsOf(known.documents.get(asText(screen) ?? '')?.fields)
  const field = fields.map(([, one]) => one).find((one) => one.key === key)
  if (!field || (!field.writeOnly && part(field, 'access').read === undefined)) return
  const text = `字段“${key}”不是人人可看，而字典对所有登录的人开放，请换一个字段`
  report(path, { code: 'BAD_VALUE', text })
}

function checkTree(nodes: unknown, path: Path, parent: string, seen: Set<string>, report: Report): void {
  for (const [at, node] of recordsOf(nodes)) {
    const code = asText(node.code)
    const place = [...path, at, 'code']
    if (code !== undefined) {
      if (seen.has(code)) report(place, { code: 'DUPLICATE_KEY', text: `编码“${code}”重复，请换一个` })
      else if (!code.startsWith(parent) || code === parent) {
        report(place, { code: 'BAD_VALUE', text: `应以上级编码 ${parent} 开头并再长一些` })
      }
      seen.add(code)
    }
    if (isJsonObject(node)) checkTree(node.children, [...path, at, 'children'], code ?? parent, seen, report)
  }
}
