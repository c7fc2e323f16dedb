import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import { isSafeKey } from '#runtime/kernel/text/names.ts'
import type { Field } from '../types.ts'
import { type FieldsContext, needWord } from './context.ts'
import { checkDefault } from './default-value.ts'
import { checkCondition } from './expressions/literal.ts'
import type { Path } from './report.ts'

type Context = Pick<FieldsContext, 'types' | 'knownNames' | 'report' | 'isFaulty'>

/** Reports keys that cannot be names, or occur twice. */
export function checkNames(
  { report }: Pick<Context, 'report'>,
  members: readonly [number, JsonObject][],
  path: Path,
): void {
  const seen = new Set<string>()
  for (const [index, { key }] of members) {
    const at = [...path, index, 'key']
    if (typeof key !== 'string') continue
    if (!isSafeKey(key) || key.endsWith('_dictText')) {
      report(at, { code: 'UNSAFE_KEY', text: `「${key}」不能作名字，请换一个` })
    } else if (seen.has(key)) {
      report(at, { code: 'DUPLICATE_KEY', text: `名字「${key}」重复，请换一个` })
    }
    seen.add(key)
  }
}

/** Checks a value that a query bar asks for: a parameter of a report, which may be hidden, or a filter of a panel. */
export function checkRequestParam(
  context: Context,
  path: Path,
  param: JsonObject,
  mayBeHidden: boolean,
): void {
  const { types, knownNames, report } = context
  const word = asText(param.type) ?? ''
  const type = types.get(word)
  const isAsked = (mayBeHidden && word === 'hidden') || type?.query
  if (type && (!isAsked || !type.column(param as unknown as Field))) {
    const role = mayBeHidden ? '报表参数' : '筛选条件'
    report([...path, 'type'], { code: 'BAD_VALUE', text: `${word} 类型不能作${role}，请换一种类型` })
  }
  needWord(report, [...path, 'dictCode'], param.dictCode, knownNames.dicts, 'UNKNOWN_DICT', '字典', 'dict')
  checkDefault(context, [...path, 'defaultValue'], param.defaultValue, {
    field: context.isFaulty(path) ? undefined : param,
  })
  if (!context.isFaulty(path)) checkCondition(context, [...path, 'defaultValue'], param, param.defaultValue)
}
