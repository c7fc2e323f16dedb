import { fieldTypes } from '#runtime/fields/index.ts'
import { type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { type AnyFieldValue, valueHalf } from '#runtime/schema/field-value.ts'
import { getKey } from '../../document-edit.ts'

export interface RuleChoice {
  value: string
  label: string
}

/** What a rule asks for before it is complete: a number, or one of some choices. */
export interface RuleInput {
  name: string
  title: string
  choices?: readonly RuleChoice[]
}

/** A rule that is offered by its purpose; without inputs it is complete at once. */
export interface RuleTemplate {
  name: string
  title: string
  inputs: readonly RuleInput[]
  /** The rule with the values of all inputs; undefined where a value is missing or not a number. */
  build(values: Readonly<Record<string, string>>): JsonObject | undefined
}

interface Place {
  key: string
  title: string
  half: AnyFieldValue
  /** Other fields of the same level whose values can be compared with those of the field. */
  comparable: readonly RuleChoice[]
}

const plain = (name: string, title: string, rule: JsonObject): RuleTemplate => ({
  name,
  title,
  inputs: [],
  build: () => rule,
})

const isNumber = (text: string | undefined): text is string =>
  text !== undefined && /^-?\d+(\.\d+)?$/.test(text)
const isCount = (text: string | undefined): text is string => text !== undefined && /^\d{1,4}$/.test(text)

const idCard = '^[1-9]\\d{5}(18|19|20)\\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])\\d{3}[\\dXx]$'

const comparisons = [
  { value: '>=', label: '不小于' },
  { value: '>', label: '大于' },
  { value: '<=', label: '不大于' },
  { value: '<', label: '小于' },
  { value: '==', label: '等于' },
  { value: '!=', label: '不等于' },
] as const

const listTextRules = ({ title }: Place): RuleTemplate[] => [
  plain('phone', '手机号', { pattern: 'm', message: `${title}应为 11 位手机号` }),
  plain('idCard', '身份证号', { pattern: idCard, message: `${title}应为 18 位身份证号` }),
  plain('email', '邮箱', { pattern: 'e', message: `${title}应为邮箱地址` }),
  {
    name: 'length',
    title: '长度',
    inputs: [
      { name: 'from', title: '最少几个字' },
      { name: 'to', title: '最多几个字' },
    ],
    build: ({ from, to }) =>
      isCount(from) && isCount(to) && Number(from) <= Number(to)
        ? { pattern: `^[\\s\\S]{${from},${to}}$`, message: `${title}应为 ${from} 到 ${to} 个字` }
        : undefined,
  },
]

const listNumberRules = ({ key, title }: Place): RuleTemplate[] => [
  plain('positive', '大于 0', { check: `${key} > 0`, message: `${title}必须大于 0` }),
  plain('integer', '整数', { pattern: 'z', message: `${title}应为整数` }),
  {
    name: 'between',
    title: '在…之间',
    inputs: [
      { name: 'from', title: '最小' },
      { name: 'to', title: '最大' },
    ],
    build: ({ from, to }) =>
      isNumber(from) && isNumber(to) && Number(from) <= Number(to)
        ? { check: `${key} >= ${from} and ${key} <= ${to}`, message: `${title}应在 ${from} 到 ${to} 之间` }
        : undefined,
  },
]

const listComparisons = ({ key, title, half, comparable }: Place): RuleTemplate[] => {
  if (comparable.length === 0) return []
  const findLabel = (value: string | undefined) => comparable.find((entry) => entry.value === value)?.label
  const isOrdered = half.toNumber !== undefined || isDay(half)
  const words = isOrdered ? comparisons : comparisons.filter(({ value }) => value === '==' || value === '!=')
  const other: RuleInput = { name: 'other', title: '另一个字段', choices: comparable }
  return [
    ...(isDay(half)
      ? [
          {
            name: 'after',
            title: '不早于另一个日期',
            inputs: [{ ...other, title: '不早于' }],
            build: (values: Readonly<Record<string, string>>) => {
              const label = findLabel(values.other)
              return label && { check: `${key} >= ${values.other}`, message: `${title}不能早于${label}` }
            },
          } as RuleTemplate,
        ]
      : []),
    {
      name: 'compare',
      title: '必须是另一个字段的…',
      inputs: [{ name: 'how', title: '必须', choices: words }, other],
      build: (values) => {
        const how = words.find(({ value }) => value === values.how)
        const label = findLabel(values.other)
        return how && label !== undefined
          ? {
              check: compare(key, how.value, String(values.other)),
              message: `${title}必须${how.label}${label}`,
            }
          : undefined
      },
    },
  ]
}

/** A comparison that an empty value passes: `==` and `!=` also compare with nothing. */
const compare = (key: string, how: string, other: string): string =>
  how === '==' || how === '!='
    ? `${key} == null or ${other} == null or ${key} ${how} ${other}`
    : `${key} ${how} ${other}`

const isDay = ({ dataType }: AnyFieldValue): boolean => dataType === 'date' || dataType === 'datetime'

/** The rules that fit the values of a field; those that it has already are left out. */
export function listTemplates(field: JsonObject, siblings: readonly JsonObject[]): RuleTemplate[] {
  const half = valueHalf(fieldTypes, field)
  if (!half || half.dataType === 'rows') return []
  const key = getKey(field)
  const comparable = siblings
    .filter((other) => getKey(other) !== key && valueHalf(fieldTypes, other)?.dataType === half.dataType)
    .map((other) => ({ value: getKey(other), label: String(other.title ?? getKey(other)) }))
  const place: Place = { key, title: String(field.title ?? key), half, comparable }
  const offered = [
    ...(half.dataType === 'text' ? listTextRules(place) : []),
    ...(half.toNumber !== undefined && !isDay(half) ? listNumberRules(place) : []),
    ...listComparisons(place),
  ]
  const present = listRules(field).map(getCheck)
  return offered.filter(
    ({ inputs, build }) => inputs.length > 0 || !present.includes(getCheck(build({}) ?? {})),
  )
}

export const listRules = ({ validateRules }: JsonObject): JsonObject[] => listObjects(validateRules)

/** What a rule checks, without the words that it says. */
const getCheck = ({ message: _, level: __, ...check }: JsonObject): string => JSON.stringify(check)

/** The field with one more rule at the end. */
export const addRule = (field: JsonObject, rule: JsonObject): JsonObject => ({
  ...field,
  validateRules: [...listRules(field), rule],
})

/** The field without a rule, found by identity. */
export function dropRule(field: JsonObject, rule: JsonObject): JsonObject {
  const { validateRules: _, ...rest } = field
  const left = listRules(field).filter((entry) => entry !== rule)
  return left.length > 0 ? { ...rest, validateRules: left } : rest
}
