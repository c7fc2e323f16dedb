import { asText, type JsonObject, listTextEntries } from '#runtime/kernel/json.ts'
import { type FieldsContext, needWord, part } from '../../checks/context.ts'
import { checkSideTree } from '../../checks/side-tree.ts'
import { needKey } from '../../checks/source-key.ts'

type PickerContext = Pick<FieldsContext, 'types' | 'knownNames' | 'report'>

/** Checks the source of a picker and the keys that it names. Records of a report are identified by their `id`. */
export function checkPicker(document: JsonObject, context: PickerContext): void {
  const { knownNames, report } = context
  const source = part(document, 'source')
  needWord(
    report,
    ['source', 'screen'],
    source.screen,
    knownNames.screens,
    'UNKNOWN_NAME',
    '文档',
    'document',
  )
  needWord(
    report,
    ['source', 'report'],
    source.report,
    knownNames.reports,
    'UNKNOWN_NAME',
    '报表',
    'document',
  )
  const screen = source.screen ?? source.report
  const rows = knownNames.reports.get(asText(source.report) ?? '')
  if (rows?.needsParam) {
    const text = `报表 ${source.report} 有必填的参数，选择器填不了，请给它 defaultValue 或换一张报表`
    report(['source', 'report'], { code: 'BAD_VALUE', text })
  }
  if (rows?.keys.has('id') === false) {
    const text = `报表 ${source.report} 没有 id 列，选中的行无法区分，请在报表里加上 id`
    report(['source', 'report'], { code: 'UNKNOWN_FIELD', text })
  }
  for (const list of ['fields', 'query']) {
    for (const [at, key] of listTextEntries(document[list]))
      needKey(knownNames, report, [list, at], screen, key)
  }
  const sideTree = part(document, 'sideTree')
  needKey(knownNames, report, ['sideTree', 'field'], screen, sideTree.field)
  const filtered = knownNames.screens.get(asText(screen) ?? '')?.get(asText(sideTree.field) ?? '')
  checkSideTree(context, sideTree, filtered)
  for (const [word, key] of Object.entries(part(document, 'returns'))) {
    needKey(knownNames, report, ['returns', word], screen, key)
  }
}
