import { asText, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { type FieldsContext, needWord, part } from './context.ts'
import { checkComparable, kindFaults } from './expressions/expression-types.ts'
import { literalFault } from './expressions/literal.ts'

type Context = Pick<FieldsContext, 'types' | 'knownNames' | 'report'>

/** The values of a dictionary with items or nodes of its own. */
function ownValues(dict: JsonObject): string[] {
  const codes = (nodes: unknown): string[] =>
    listObjectEntries(nodes).flatMap(([, { code, children }]) => [
      ...(asText(code) ? [String(code)] : []),
      ...codes(children),
    ])
  return [...listObjectEntries(dict.items).map(([, { value }]) => String(value)), ...codes(dict.tree)]
}

/** Checks the dictionary of a tree beside a list, and that the field that it filters may have values of it. */
export function checkSideTree(context: Context, side: JsonObject, target: JsonObject | undefined): void {
  const { knownNames, report } = context
  const code = asText(side.dictCode) ?? ''
  needWord(report, ['sideTree', 'dictCode'], side.dictCode, knownNames.dicts, 'UNKNOWN_DICT', '字典', 'dict')
  const dict = knownNames.documents.get(knownNames.dicts.get(code)?.id ?? '')
  if (!dict || !target) return
  const path = ['sideTree', 'field']
  const { screen, value } = part(dict, 'source')
  const source = knownNames.screens.get(asText(screen) ?? '')?.get(asText(value) ?? '')
  if (source) checkComparable(context, path, target, source)
  const values = ownValues(dict)
  if (
    !values.length ||
    !values.every((word) => kindFaults.has(literalFault(context, target, word)?.code ?? ''))
  )
    return
  const text = `字段「${String(target.key)}」存不下字典「${code}」的值（如 ${values[0]}），按它查不到记录，请换一个字段`
  report(path, { code: 'BAD_VALUE', text })
}
