import { asText, isJsonObject, type JsonObject, recordsOf, textsOf } from '#runtime/kernel/json.ts'
import { maskOf } from '#runtime/kernel/mask.ts'
import { needWord, part } from '../../checks/context.ts'
import type { Path, Report } from '../../checks/report.ts'
import { needKey } from '../../checks/source-key.ts'
import type { KnownNames } from '../../known-names.ts'

/** Checks that there is one of `items`, `tree`, `source`, that values are unique, and that tree codes extend their parent's. */
export function checkDict(document: JsonObject, knownNames: KnownNames, report: Report): void {
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
      report(['items', at, 'value'], { code: 'DUPLICATE_KEY', text: `值「${value}」重复，请删去一项` })
    seen.add(value)
    if (document.valueType === 'number' && item.value !== undefined && !Number.isFinite(Number(item.value))) {
      report(['items', at, 'value'], { code: 'BAD_VALUE', text: 'valueType 是 number，值应为数字' })
    }
  }
  checkTree(document.tree, ['tree'], '', new Set(), report)
  const source = part(document, 'source')
  needWord(report, ['source', 'screen'], source.screen, knownNames.screens, 'UNKNOWN_NAME', '文档')
  const keys: [Path, unknown][] = [
    ...['text', 'value', 'parent'].map((word): [Path, unknown] => [['source', word], source[word]]),
    ...['filters', 'fields'].flatMap((word) =>
      textsOf(source[word]).map(([at, key]): [Path, unknown] => [['source', word, at], key]),
    ),
  ]
  for (const [path, key] of keys) {
    needKey(knownNames, report, path, source.screen, key)
    needOpenField(knownNames, report, path, source.screen, key)
  }
}

/** All signed-in users may read dictionaries, so a dictionary may not contain a restricted field. */
function needOpenField(
  knownNames: KnownNames,
  report: Report,
  path: Path,
  screen: unknown,
  key: unknown,
): void {
  const fields = recordsOf(knownNames.documents.get(asText(screen) ?? '')?.fields)
  const field = fields.map(([, entry]) => entry).find((entry) => entry.key === key)
  if (!field || (!field.writeOnly && !maskOf(field) && part(field, 'access').read === undefined)) return
  const text = `字段「${key}」不是人人可看，而字典对所有登录的人开放，请换一个字段`
  report(path, { code: 'BAD_VALUE', text })
}

function checkTree(nodes: unknown, path: Path, parent: string, seen: Set<string>, report: Report): void {
  for (const [at, node] of recordsOf(nodes)) {
    const code = asText(node.code)
    const place = [...path, at, 'code']
    if (code !== undefined) {
      if (seen.has(code)) report(place, { code: 'DUPLICATE_KEY', text: `编码「${code}」重复，请换一个` })
      else if (!code.startsWith(parent) || code === parent) {
        report(place, { code: 'BAD_VALUE', text: `应以上级编码 ${parent} 开头并再长一些` })
      }
      seen.add(code)
    }
    if (isJsonObject(node)) checkTree(node.children, [...path, at, 'children'], code ?? parent, seen, report)
  }
}
