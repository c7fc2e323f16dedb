import type { FieldTypes } from '#runtime/contract/contract.ts'
import { toBig } from '#runtime/kernel/decimal.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { noLookup, type Usage, usualType } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import { keyOfTitle } from '../document-edit.ts'
import { guessFormulas, type NumberColumn } from './guess-formulas.ts'
import { codeTitle, type Sheet } from './read-sheet.ts'

/** A text with a line break, or longer than this, belongs into a text area. */
const MAX_SINGLE_LINE = 60
/** A column of at most this many different texts, each on average three times and only one of them once, is a choice. */
const MAX_CHOICES = 8
const MIN_REPEATS = 3
const MAX_CHOICE_LENGTH = 20
const MAX_SCALE = 4

const moneyTitle =
  /金额|单价|价格|总价|价款|费|押金|租金|工资|奖金|补贴|税额|实发|应发|余额|定价|（元）|\(元\)/
/** What money is multiplied with: a sum of it says nothing. */
const priceTitle = /单价|价格|定价/
const dateTitle = /日期$|生日$|出生年月日$/
const nameTitle = /姓名|名称|书名|题名|地址|住址|单位|电话|手机|邮箱|备注|说明/

/** A kind of texts with the form that all of them have, and the rule of the field. */
interface TextForm {
  title: RegExp
  /** The text without the blanks and dashes between groups of digits. */
  clean(text: string): string
  form: RegExp
  rule: JsonObject
}

const withoutGaps = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '')

const textForms: readonly TextForm[] = [
  {
    title: /电话|手机|联系方式|号码/,
    clean: withoutGaps,
    form: /^1[3-9]\d{9}$/,
    rule: { pattern: 'm', message: '请输入 11 位手机号码' },
  },
  {
    title: /身份证|证件号/,
    clean: (text) => withoutGaps(text).toUpperCase(),
    form: /^\d{17}[\dX]$/,
    rule: { pattern: '^\\d{17}[\\dX]$', message: '请输入 18 位身份证号码，末位的 X 大写' },
  },
  {
    title: /信用代码/,
    clean: (text) => withoutGaps(text).toUpperCase(),
    form: /^[0-9A-Z]{18}$/,
    rule: { handler: 'creditCode', message: '统一社会信用代码不正确' },
  },
  {
    title: /邮编|邮政编码/,
    clean: withoutGaps,
    form: /^[1-9]\d{5}$/,
    rule: { pattern: 'p', message: '请输入 6 位邮政编码' },
  },
  {
    title: /邮箱|邮件|email/i,
    clean: (text) => text.normalize('NFKC').replace(/\s/g, ''),
    form: /^[\w.%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/,
    rule: { pattern: 'e', message: '请输入正确的电子邮件' },
  },
]

/** Pairs of words for yes and no. A column with nothing but the first one has its blanks for no. */
const yesNoWords: readonly (readonly [yes: string, no: string])[] = [
  ['是', '否'],
  ['有', '无'],
  ['√', '×'],
  ['对', '错'],
]

/** What a column of a sheet becomes: its field, and its cells as an import reads them. */
interface Column {
  field: JsonObject
  cells: readonly string[]
  number?: { isPercent: boolean }
}

export interface Guess {
  fields: JsonObject[]
  rows: string[][]
  /** The formulas that were found, by the keys of their fields, in titles. */
  formulas: ReadonlyMap<string, string>
  /** The order in which the sheet has its rows. */
  sort: string
}

/** Fields for the columns of a pasted sheet: titles from the header, types, rules and formulas from the rows. */
export function guessFields({ titles, rows }: Pick<Sheet, 'titles' | 'rows'>, types: FieldTypes): Guess {
  const keys = new Set<string>()
  const columns = titles.map((title, at) => {
    const name = keyOfTitle(title)
    let key = name
    for (let number = 2; keys.has(key); number++) key = `${name}${number}`
    keys.add(key)
    const head = { key, title: title.slice(0, 50) }
    return guessColumn(
      head,
      rows.map((row) => row[at] ?? ''),
      types,
    )
  })
  const formulas = guessFormulas(columns.flatMap((column) => toNumbers(column) ?? []))
  const fields = addPeriods(
    columns.map(({ field }) => {
      const formula = formulas.get(String(field.key))
      if (!formula) return field
      const { validateRules: _, ...rest } = field
      return { ...rest, compute: formula.compute }
    }),
    usualType(types, 'date'),
  )
  const numbering = fields.find(({ title }) => /^序号?$|^编序$/.test(String(title)))
  return {
    fields,
    rows: rows.map((_, row) => columns.map(({ cells }) => cells[row] ?? '')),
    formulas: new Map([...formulas].map(([key, { text }]) => [key, text])),
    sort: String(numbering?.key ?? 'createTime'),
  }
}

function toNumbers({ field, cells, number }: Column): NumberColumn | undefined {
  if (!number) return undefined
  const values = cells.map((cell) => toBig(cell.normalize('NFKC').replace(/[\s,¥￥$元]/g, '')))
  return {
    key: String(field.key),
    title: String(field.title),
    scale: Number(field.scale ?? 0),
    isPercent: number.isPercent,
    values,
  }
}

type Head = { key: string; title: string }

function guessColumn(head: Head, cells: readonly string[], types: FieldTypes): Column {
  const values = cells.filter(Boolean)
  const typed = (usage: Usage, settings: JsonObject = {}): Column => ({
    field: { ...head, type: usualType(types, usage), ...settings, ...guessRules(head.title, cells) },
    cells,
  })
  const { title } = head
  if (values.length === 0) return typed(dateTitle.test(title) ? 'date' : 'text')
  return (
    guessForm(head, cells, types) ??
    guessNumber(head, cells, types) ??
    guessDate(title, values, types, typed) ??
    guessYesNo(head, cells, types) ??
    guessText(title, values, typed)
  )
}

const fits = (types: FieldTypes, usage: Usage, values: readonly string[], settings: JsonObject = {}) => {
  const word = usualType(types, usage)
  const type = types.get(word)
  const field = { key: 'value', type: word, ...settings } as Field
  return type !== undefined && values.every((value) => type.fromText(value, field, noLookup).ok)
}

/** A column of phones, numbers of identity cards and the like, with the rule that checks them. */
function guessForm(head: Head, cells: readonly string[], types: FieldTypes): Column | undefined {
  const values = cells.filter(Boolean)
  const found = textForms.find(
    ({ title, clean, form }) => title.test(head.title) && values.every((value) => form.test(clean(value))),
  )
  if (!found) return undefined
  const { validateRules = [] } = guessRules(head.title, cells)
  return {
    field: {
      ...head,
      type: usualType(types, 'text'),
      validateRules: [...(validateRules as JsonObject[]), found.rule],
    },
    cells: cells.map(found.clean),
  }
}

/** A column of numbers: money has two decimals at least, a percent is the number before its sign. */
function guessNumber(head: Head, cells: readonly string[], types: FieldTypes): Column | undefined {
  const values = cells.filter(Boolean)
  const plain = values.map((value) => value.normalize('NFKC').replace(/\s/g, ''))
  // A number with leading zeros, and one that is too long to be counted, is a code.
  const isCode =
    plain.some((value) => /^0\d/.test(value) || /^\d{12,}$/.test(value)) ||
    /编号|编码|代码|号码|电话|手机|邮编|(?<!序)号$/.test(head.title) ||
    isSerialDate(head.title, values, types)
  if (isCode) return undefined
  const isPercent = plain.every((value) => value.endsWith('%'))
  const numbers = isPercent ? plain.map((value) => value.slice(0, -1)) : values
  if (!fits(types, 'number', numbers, { scale: MAX_SCALE })) return undefined
  const digits = numbers.map(
    (value) => /\.(\d+)$/.exec(value.normalize('NFKC').replace(/[\s元]/g, ''))?.[1]?.length ?? 0,
  )
  const isMoney = !isPercent && (moneyTitle.test(head.title) || plain.some((value) => /[¥￥$元]/.test(value)))
  const scale = Math.min(MAX_SCALE, Math.max(isMoney ? 2 : 0, ...digits))
  const isSummed = isMoney && !priceTitle.test(head.title)
  return {
    field: {
      ...head,
      title: isPercent && !head.title.includes('%') ? `${head.title}%` : head.title,
      type: usualType(types, 'number'),
      scale,
      ...(isSummed ? { statistics: ['sum'] } : {}),
      ...guessRules(head.title, cells),
    },
    cells: isPercent ? cells.map((cell) => cell.normalize('NFKC').replace(/\s*%$/, '')) : cells,
    number: { isPercent },
  }
}

/** Cells without a format show days as numbers. */
const isSerialDate = (title: string, values: readonly string[], types: FieldTypes): boolean =>
  dateTitle.test(title) &&
  values.every((value) => /^(\d{5}|\d{8})$/.test(value)) &&
  fits(types, 'date', values)

type Typed = (usage: Usage, settings?: JsonObject) => Column

function guessDate(
  title: string,
  values: readonly string[],
  types: FieldTypes,
  typed: Typed,
): Column | undefined {
  const query = { query: 'range' }
  if (isSerialDate(title, values, types)) return typed('date', query)
  if (!values.every((value) => /\d{4}/.test(value.normalize('NFKC')) && /\D/.test(value))) return undefined
  if (values.every((value) => /[:：时]/.test(value)) && fits(types, 'datetime', values))
    return typed('datetime', { width: 170, ...query })
  return fits(types, 'date', values) ? typed('date', query) : undefined
}

function guessYesNo(head: Head, cells: readonly string[], types: FieldTypes): Column | undefined {
  const values = new Set(cells.filter(Boolean))
  const words = yesNoWords.find(
    ([yes, no]) =>
      [...values].every((value) => value === yes || value === no) &&
      (values.has(no) || values.size === 0 || yes === '√' || /^(是否|有无)/.test(head.title)),
  )
  if (!words) return undefined
  const [yes, no] = words
  const isPlain = yes === '是' || yes === '√'
  const [on, off] = isPlain ? ['是', '否'] : [yes, no]
  const options = [
    { value: 'Y', text: on },
    { value: 'N', text: off },
  ]
  return {
    field: { ...head, type: usualType(types, 'yesNo'), ...(isPlain ? {} : { options }) },
    cells: cells.map((cell) => (cell === yes ? on : off)),
  }
}

function guessText(title: string, values: readonly string[], typed: Typed): Column {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const choices = [...counts.keys()]
  const isRepeated =
    choices.length <= MAX_CHOICES &&
    values.length >= choices.length * MIN_REPEATS &&
    [...counts.values()].filter((count) => count === 1).length <= 1
  const isChoice = isRepeated && !nameTitle.test(title) && !codeTitle.test(title)
  if (isChoice && choices.every((value) => value.length <= MAX_CHOICE_LENGTH))
    return typed('choice', { options: choices.map((value) => ({ value, text: value })), query: 'in' })
  const longest = Math.max(...values.map((value) => value.length))
  if (longest > MAX_SINGLE_LINE || values.some((value) => value.includes('\n')))
    return typed('longText', { list: false })
  return typed('text', /名称|编号|编码|姓名|书名|题名|单号/.test(title) ? { query: 'like' } : {})
}

/** Required when every row has a value; not repeated when it is a number of things and every row has another one. */
function guessRules(title: string, values: readonly string[]): JsonObject {
  if (values.length === 0 || values.includes('')) return {}
  const isUnique = codeTitle.test(title) && new Set(values).size === values.length
  return { validateRules: [{ required: true }, ...(isUnique ? [{ unique: true }] : [])] }
}

const beginWord = /开始|起始|起$|^起|借出|入住|签订|生效|开工/
const endWord = /结束|截止|终止|止$|^止|归还|应还|退房|到期|失效|完工/

/** The end of a period is not before its begin: the first date with a word for an end after one with a word for a begin. */
function addPeriods(fields: readonly JsonObject[], dateType: string): JsonObject[] {
  const isDate = (field: JsonObject, word: RegExp) =>
    field.type === dateType && word.test(String(field.title).replace(/日期|时间/g, ''))
  const begin = fields.find((field) => isDate(field, beginWord))
  const end = fields.find((field) => isDate(field, endWord))
  if (!begin || !end || begin === end) return [...fields]
  const rule = {
    check: `${end.key} == null or ${begin.key} == null or ${end.key} >= ${begin.key}`,
    message: `不能早于${begin.title}`,
  }
  return fields.map((field) =>
    field === end
      ? { ...field, validateRules: [...((field.validateRules as JsonObject[] | undefined) ?? []), rule] }
      : field,
  )
}
