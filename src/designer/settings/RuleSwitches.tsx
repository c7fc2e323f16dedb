import { Checkbox } from 'antd'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'

interface Props {
  field: JsonObject
  onChange(field: JsonObject): void
}

/** The rules without a value of their own, by their words. */
const switches = [
  { word: 'required', label: '必填' },
  { word: 'unique', label: '不重复' },
] as const

/** What a rule says about itself; without another word it checks nothing. */
const remarks: ReadonlySet<string> = new Set(['message', 'level'])

/** Whether the switches say all that a rule checks. */
export const isOnlySwitched = (rule: JsonObject): boolean =>
  Object.keys(rule).every((key) => remarks.has(key) || switches.some(({ word }) => word === key))

const listRules = ({ validateRules }: JsonObject): JsonObject[] =>
  Array.isArray(validateRules) ? validateRules.filter(isJsonObject) : []

/** The field with or without a rule; the other rules, and the words beside it in the same rule, stay. */
export function switchRule(field: JsonObject, word: string, isOn: boolean): JsonObject {
  const { validateRules: _, ...rest } = field
  const others = listRules(field).flatMap((rule) => {
    if (rule[word] !== true) return [rule]
    const { [word]: _word, ...left } = rule
    return Object.keys(left).every((key) => remarks.has(key)) ? [] : [left]
  })
  const rules = isOn ? [{ [word]: true }, ...others] : others
  return rules.length === 0 ? rest : { ...field, validateRules: rules }
}

/** The two most frequent rules of a field as checkboxes; all rules are in the part 校验. */
export function RuleSwitches({ field, onChange }: Props) {
  const isOn = (word: string) => listRules(field).some((rule) => rule[word] === true)
  return (
    <div className="view-design-row">
      <span>填写</span>
      <div>
        {switches.map(({ word, label }) => (
          <Checkbox
            key={word}
            checked={isOn(word)}
            onChange={({ target }) => onChange(switchRule(field, word, target.checked))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </div>
  )
}
