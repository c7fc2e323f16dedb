import { isRelativeDate, relativeDates } from '#runtime/kernel/relative-dates.ts'
import { ruleTitles } from '#runtime/schema/query/query-rules.ts'
import {
  type Condition,
  type ConditionGroup,
  type ConditionItem,
  type ConditionRule,
  isGroup,
  isPresence,
} from './model.ts'

/** The texts of the rules; dates have words of their own. */
export const ruleTexts: Readonly<Record<ConditionRule, string>> = {
  ...ruleTitles,
  between: '介于',
  empty: '为空',
  not_empty: '不为空',
}

const dateTexts: Partial<Record<ConditionRule, string>> = {
  gt: '晚于',
  ge: '不早于',
  lt: '早于',
  le: '不晚于',
}

export const ruleText = (rule: ConditionRule, isDate: boolean): string =>
  (isDate ? dateTexts[rule] : undefined) ?? ruleTexts[rule]

/** The texts of a field by its path, such as `fname` or `items.famount`; undefined for an unknown one. */
export interface FieldWords {
  title: string
  isDate: boolean
  /** The title of the detail table of the field. */
  detail?: string
}

export interface SentenceWords {
  field(path: string): FieldWords | undefined
  /** The text of a condition's value. */
  value(condition: Condition, path: string): string
}

const missing = '…'

/** A query as a Chinese sentence: 单价 大于 100 且（分类 为 方志 或 分类 为 族谱）; '' without conditions. */
export const formatSentence = (group: ConditionGroup, words: SentenceWords): string =>
  joined(group, words, undefined)

function joined(group: ConditionGroup, words: SentenceWords, detail: string | undefined): string {
  const parts = group.params.map((item) => formatPart(item, words, detail)).filter((part) => part !== '')
  const word = group.matchType === 'and' ? '且' : '或'
  // Brackets bring their own space.
  return parts.reduce((text, part) => {
    if (text === '') return part
    return `${text}${text.endsWith('）') ? '' : ' '}${word}${part.startsWith('（') ? '' : ' '}${part}`
  }, '')
}

function formatPart(item: ConditionItem, words: SentenceWords, detail: string | undefined): string {
  if (!isGroup(item)) return conditionText(item, words, detail)
  const text = joined(item, words, item.detail ?? detail)
  if (text === '') return ''
  if (item.detail === undefined) return item.params.length > 1 ? `（${text}）` : text
  const [first] = item.params
  const title = first && !isGroup(first) ? words.field(`${item.detail}.${first.field}`)?.detail : undefined
  return `含有（${text}）的${title ?? '明细'}`
}

function conditionText(condition: Condition, texts: SentenceWords, detail: string | undefined): string {
  const path = detail === undefined ? condition.field : `${detail}.${condition.field}`
  const field = texts.field(path)
  if (condition.field === '') return ''
  if (!field) return `${condition.field} ${missing}`
  const { rule, val } = condition
  const value =
    val.trim() === ''
      ? missing
      : field.isDate && isRelativeDate(val)
        ? relativeDates[val]
        : texts.value(condition, path)
  const words = `${field.title} ${ruleText(rule, field.isDate)}`
  const text = isPresence(rule) ? words : `${words} ${value}`
  return field.detail !== undefined && detail === undefined ? `含有 ${text} 的${field.detail}` : text
}
