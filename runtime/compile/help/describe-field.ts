import { shortcuts } from '#runtime/rules/patterns.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { canInSome } from '#runtime/schema/field-rights.ts'
import { type Field, isDetail, type ValidateRule } from '#runtime/schema/types.ts'
import { defaultText, type FormulaWriter, type ValueTexts, whenText } from './help-words.ts'

/** One line of the description of a page: a field, a condition, a button, a block. */
export interface HelpEntry {
  /** Unique in its part. */
  key: string
  title: string
  /** What it is, in a word or two. */
  word?: string
  /** Short facts: 必填, 最多 50 字. */
  facts: readonly string[]
  /** A sentence of its own. */
  text?: string
  /** The code of the dictionary whose texts can be chosen. */
  dictCode?: string
}

export interface FieldHelpEnv extends ValueTexts {
  can(code: string): boolean
  /** The title of a field type. */
  typeTitle(type: string): string
  write: FormulaWriter
}

const modeTitles = { add: '新增', edit: '编辑', detail: '详情' } as const
/** So many choices are written out; a longer list is known from the field itself. */
const MAX_CHOICES = 12

/** Whether the user ever sees the field, in a list or in a form. */
export const isVisible = ({ type, access, list, form }: Field, can: (code: string) => boolean): boolean =>
  type !== 'hidden' &&
  !(list === false && form === false) &&
  (access?.read === undefined || canInSome(can)(access.read))

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

function ruleText(rule: ValidateRule, write: FormulaWriter): string[] {
  const { required, unique, pattern, check, handler, ruleCode, message, level } = rule
  const texts = [
    ...(required ? ['必填'] : []),
    ...(unique ? ['不能重复'] : []),
    ...(pattern === undefined ? [] : [patternText(pattern, message)]),
    ...(check === undefined ? [] : [`须 ${write(check)}`]),
    ...(handler === undefined && ruleCode === undefined ? [] : [message ?? '保存时另有校验']),
  ]
  return level === 'warning' ? texts.map((text) => `${text}（不合也能保存，会提醒）`) : texts
}

function patternText(pattern: string, message: string | undefined): string {
  const expected = shortcuts.get(pattern)?.expected
  if (expected !== undefined) return `须是${expected.replace(/^正确的/, '')}`
  return message === undefined ? '有格式要求' : `有格式要求（${message.replace(/[!！。]$/, '')}）`
}

/** Letters are counted in free text, digits in numbers: the length of a choice is that of its stored keys. */
function lengthTexts({ type, length, options, dictCode }: Field, { types }: ValueTexts): string[] {
  const { dataType, markup } = types.get(type) ?? {}
  if (length === undefined || options || dictCode || markup) return []
  if (dataType === 'number') return [`最多 ${length} 位`]
  return dataType === 'text' ? [`最多 ${length} 字`] : []
}

/** The limits that the settings of the type set. */
function limitTexts(field: Field, texts: ValueTexts): string[] {
  const { scale, persist } = field
  const min = asNumber(field.min)
  const max = asNumber(field.max)
  const count = asNumber(field.number)
  return [
    ...lengthTexts(field, texts),
    ...(scale === undefined ? [] : [scale === 0 ? '整数' : `${scale} 位小数`]),
    ...(min === undefined ? [] : [`不小于 ${min}`]),
    ...(max === undefined ? [] : [`不大于 ${max}`]),
    ...(count === undefined ? [] : [`最多 ${count} 个`]),
    ...(field.multi === true ? ['可选几个'] : []),
    ...(persist === false && field.compute === undefined && !field.from ? ['不保存'] : []),
  ]
}

/** Where a value comes from that the user does not type. */
function sourceTexts({ compute, auto, from, follow, rollup }: Field, write: FormulaWriter): string[] {
  return [
    ...(compute === undefined ? [] : [`自动计算：${write(compute)}`]),
    ...(auto === undefined ? [] : ['新增时自动编号']),
    ...(from || follow ? ['取自所选的记录'] : []),
    ...(rollup ? ['自动汇总'] : []),
  ]
}

function changeTexts(field: Field, { can, write }: FieldHelpEnv): string[] {
  const { access, disabled, disableIf, showIf, requireIf, form, modes, writeOnly } = field
  const isComputed = Boolean(field.compute ?? field.auto ?? field.from ?? field.follow ?? field.rollup)
  const isLocked = access?.edit !== undefined && !canInSome(can)(access.edit)
  return [
    ...(disabled && !isComputed ? ['只看不改'] : []),
    ...(isLocked ? ['您没有修改它的权限'] : []),
    ...(disableIf === undefined ? [] : [whenText(write(disableIf), '时不能改')]),
    ...(requireIf === undefined ? [] : [whenText(write(requireIf), '时必填')]),
    ...(showIf === undefined ? [] : [whenText(write(showIf), '时才有')]),
    ...(form === false ? ['只在列表里'] : []),
    ...(modes ? [`只在${modes.map((mode) => modeTitles[mode]).join('、')}时有`] : []),
    ...(writeOnly ? ['保存后不再显示'] : []),
  ]
}

/** The choices of a field, written out; the dictionary that has them is loaded by the page. */
function choiceTexts({ options }: Field): string[] {
  if (!Array.isArray(options) || options.length === 0) return []
  const texts = options.map((option) => {
    const { text, label, title, value } = Object(option) as Record<string, unknown>
    return String(text ?? label ?? title ?? value ?? option)
  })
  const rest = texts.length > MAX_CHOICES ? ` 等 ${texts.length} 项` : ''
  return [`可选：${texts.slice(0, MAX_CHOICES).join('、')}${rest}`]
}

/** A field as the user sees it in a form. */
export function describeField(field: Field, env: FieldHelpEnv): HelpEntry {
  const { key, type, validateRules = [], help, defaultValue, dictCode } = field
  const { write } = env
  const rules = validateRules.flatMap((rule) => ruleText(rule, write))
  const hasDefault = defaultValue !== undefined && defaultValue !== null && defaultValue !== ''
  return {
    key,
    title: getTitle(field),
    word: env.typeTitle(type),
    facts: [
      ...new Set([
        ...rules,
        ...sourceTexts(field, write),
        ...limitTexts(field, env),
        ...changeTexts(field, env),
        ...choiceTexts(field),
        ...(hasDefault && typeof defaultValue !== 'object' && !isDetail(field)
          ? [`缺省 ${defaultText(field, defaultValue, write, env)}`]
          : []),
      ]),
    ],
    ...(help === undefined ? {} : { text: help }),
    ...(typeof dictCode === 'string' && !field.options ? { dictCode } : {}),
  }
}
