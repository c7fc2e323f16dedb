import type { ControlProps } from '#runtime/contract/contract.ts'
import { ruleSentence } from './rule-sentence.ts'
import { useRuleFields } from './useRuleFields.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The rule of the form in a sentence, while it is written. */
export function RuleSentence({ id, values }: ControlProps) {
  const { titleOfField } = useRuleFields(text(values.permissionId))
  const sentence = ruleSentence(
    {
      ruleColumn: text(values.ruleColumn),
      ruleConditions: text(values.ruleConditions),
      ruleValue: text(values.ruleValue),
    },
    titleOfField,
  )
  return (
    <output id={id} className="pro-read">
      {sentence || '填好字段、条件和值，这里写出它的意思'}
    </output>
  )
}
