import { namePlaces } from '#runtime/kernel/expression/name-places.ts'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { asText, type JsonObject, listObjectEntries, listTexts } from '#runtime/kernel/json.ts'
import { checkMenu, type FieldsContext, needField, part } from '../../checks/context.ts'
import { checkOperations, typeOfEnvironment } from '../../checks/expressions/expression-types.ts'
import { checkGroups } from '../../checks/groups.ts'
import { expressionFinding } from '../../checks/links/foreign.ts'
import { keySpan, type Path, type Report, textSpan } from '../../checks/report.ts'
import { checkUserText } from '../../checks/values/user-values.ts'
import { valueHalf } from '../../field-value.ts'
import { isEnvironmentName, listEnvironmentNames } from '../../names/resolve-name.ts'

/** The names that an expression in a request may read besides fields and parameters. */
const environment: ReadonlySet<string> = new Set(['user', 'mode', 'today', 'now'])

/** Checks the menu entry, and that loading and submitting name existing fields and parameters. */
export function checkForm(context: FieldsContext): void {
  const { document, head, knownNames, report } = context
  checkMenu(document, knownNames, report)
  if (document.menu !== undefined && document.needs === undefined)
    report(['menu'], { code: 'MISSING_KEY', text: '缺少 needs：有菜单的表单要写打开它的权限编码' })
  if (document.open === 'page' && document.menu === undefined)
    report(['open'], {
      code: 'BAD_VALUE',
      text: 'open 为 page 要写 menu（可写 "hidden": true），才有页面的地址',
    })
  checkGroups(context, ['groups'], document.groups)
  checkStepped(context)
  const load = part(document, 'load')
  checkSent(context, ['load', 'send'], load, false)
  if (typeof load.into === 'string') needField(context, head, ['load', 'into'], load.into)
  for (const key of Object.keys(part(load, 'options'))) checkChoices(context, ['load', 'options', key], key)
  const submit = part(document, 'submit')
  checkSent(context, ['submit', 'send'], submit, true)
  if (typeof submit.into !== 'string') return
  needField(context, head, ['submit', 'into'], submit.into)
  const field = head.byKey.get(submit.into)
  if (field && valueHalf(context.types, field)?.dataType === 'rows')
    report(['submit', 'into'], {
      code: 'BAD_VALUE',
      text: `「${submit.into}」是明细，放不进服务器的回答，请换成 textarea 或 code 这样的文字字段`,
    })
  if (submit.done !== undefined)
    report(['submit', 'done'], {
      code: 'BAD_VALUE',
      text: '写了 into，表单留着显示回答，没有做完的一页：请删去 done 或 into',
    })
}

/** The steps of a form are its tabs, of which there are several. */
function checkStepped({ document, report, isFaulty }: FieldsContext): void {
  if (document.steps !== true || isFaulty(['groups'])) return
  const groups = listObjectEntries(document.groups)
  const bare = groups.filter(([, { tab }]) => tab === undefined)
  for (const [at] of bare)
    report(['groups', at], { code: 'MISSING_KEY', text: '缺少 tab：分步的表单里，每一组都要写是哪一步' })
  if (bare.length === 0 && new Set(groups.map(([, { tab }]) => tab)).size < 2)
    report(['steps'], {
      code: 'BAD_VALUE',
      text: '分步至少要两步：请在 groups 里用 tab 写出各步，或删去 steps',
    })
}

function checkChoices(context: FieldsContext, path: Path, key: string): void {
  needField(context, context.head, path, key, false, keySpan(key))
  const field = listObjectEntries(context.document.fields).find(([, entry]) => entry.key === key)?.[1]
  const type = asText(field?.type) ?? ''
  const half = context.types.get(type)
  // An unknown type has a problem of its own.
  if (half && !half.holdsChoices)
    context.report(path, { code: 'BAD_VALUE', text: `${type} 类型没有选项，请换成 select 等选择类型` })
}

/** The request that loads may read parameters only; the request that submits may read the fields too. */
function checkSent(
  { document, head, isFaulty, report }: FieldsContext,
  path: Path,
  from: JsonObject,
  atEnd: boolean,
): void {
  const params = new Set(listTexts(document.params))
  const columns = new Set(
    listObjectEntries(document.fields).flatMap(([, { key, fields }]) =>
      listObjectEntries(fields).map(([, column]) => `${asText(key)}.${asText(column.key)}`),
    ),
  )
  const knows = ([root = '', ...rest]: string[]): boolean => {
    const [key = '', ...deeper] = rest
    if (root === 'params') return isFaulty(['params']) || (params.has(key) && deeper.length === 0)
    if (isEnvironmentName([root, ...rest], environment)) return true
    if (!atEnd) return false
    if (root === 'initial') return head.keys.has(key) && deeper.length === 0
    return head.keys.has(root) && (key === '' || (deeper.length === 0 && columns.has(`${root}.${key}`)))
  }
  for (const [name, value] of Object.entries(part(from, 'send'))) {
    checkUserText(report, [...path, name], value)
    if (typeof value !== 'string' || !value.startsWith('=')) continue
    const read = parseExpression(value.slice(1))
    if (!read.ok)
      report([...path, name], expressionFinding([...path, name], value.slice(1), read.text, { prefix: '=' }))
    if (read.ok) checkOperations(report, [...path, name], read.value, typeOfEnvironment)
    if (read.ok && atEnd) referSent(document, report, [...path, name], value)
    for (const word of read.ok ? read.value.names : []) {
      if (knows(word.split('.')) || !head.isComplete) continue
      const words = [
        ...[...params].map((key) => `params.${key}`),
        ...[...environment].flatMap(listEnvironmentNames),
        ...(atEnd ? [...head.keys, ...columns] : []),
      ]
      const text = `表达式里的 ${word} 不是已声明的字段或参数`
      report([...path, name], { code: 'UNKNOWN_NAME', text, word, words })
    }
  }
}

/** Tells which fields the names of a sent value stand for: `fname`, `items.fnum`, `initial.fname`. */
function referSent({ id }: JsonObject, report: Report, path: Path, value: string): void {
  const screen = asText(id) ?? ''
  for (const { path: name, starts } of namePlaces(value.slice(1))) {
    const from = name[0] === 'initial' ? 1 : 0
    const [key, column] = name.slice(from)
    if (key === undefined || environment.has(key) || key === 'params') continue
    report.refer?.(path, { kind: 'field', screen, key }, textSpan(key, 1 + (starts[from] ?? 0)))
    if (column !== undefined)
      report.refer?.(
        path,
        { kind: 'field', screen, detail: key, key: column },
        textSpan(column, 1 + (starts[from + 1] ?? 0)),
      )
  }
}
