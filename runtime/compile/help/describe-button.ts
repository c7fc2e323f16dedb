import type { Flow } from '#runtime/schema/types.ts'
import type { ActionPlan } from '../plan.ts'
import type { HelpEntry } from './describe-field.ts'
import { type FormulaWriter, whenText } from './help-words.ts'

/** What the built-in buttons do. */
const texts: Readonly<Record<string, string>> = {
  add: '填写一条新的记录',
  edit: '修改这条记录',
  detail: '查看这条记录，不会改动它',
  copy: '照这条记录的内容填写一条新的',
  delete: '删除这条记录，删除前会问一句',
  deleteBatch: '删除勾选的记录，删除前会问一句',
  editBatch: '把勾选的记录的一个字段改成同一个值',
  import: '从 Excel 文件读入许多记录',
  export: '把查到的记录存成文件；勾选了几行，就只存那几行',
  superQuery: '用几个条件组合着查，可以存下来下次再用',
  print: '打印',
  history: '谁在什么时候改了什么',
  addChild: '在这条记录下面新增一条',
}
const kindTexts: Readonly<Record<string, string>> = {
  open: '打开另一个窗口，在那里接着办',
  view: '打开另一个窗口，在那里接着办',
  pick: '先选记录，再办理',
  call: '立即办理',
}
const words = { toolbar: '列表上方', batch: '勾选后', row: '每行' } as const

const states = (values: readonly string[]): string => values.map((value) => `「${value}」`).join('、')

function moveFacts({ move }: ActionPlan): string[] {
  if (!move) return []
  const { from, to, ask } = move
  return [
    `${states(from)} → ${states([to])}`,
    ...(ask ? [`要填${ask.title}${ask.required ? '' : '，可以不填'}`] : []),
  ]
}

/** A button that the user may press. */
export function describeButton(
  action: ActionPlan,
  place: keyof typeof words,
  write: FormulaWriter,
): HelpEntry {
  const { code, title, kind, when, confirm, batch } = action
  return {
    key: `${place} ${code}`,
    title,
    word: words[place],
    facts: [
      ...moveFacts(action),
      ...(when === undefined ? [] : [whenText(write(when), '时可用')]),
      ...(batch && place === 'toolbar' ? ['可以对勾选的几行一起办'] : []),
      ...(confirm === undefined ? [] : [`办理前会问：${confirm}`]),
    ],
    ...(kind === 'move' ? {} : { text: texts[kind] ?? kindTexts[kind] }),
  }
}

/** The states of a flow: which one begins, and in which records may be changed. */
export function describeStates({ initial, editable }: Flow): string {
  const begin = `新增的记录是「${initial}」。`
  if (!editable) return begin
  return `${begin}${states(editable)}的记录可以修改和删除，别的状态只能查看和办理。`
}
