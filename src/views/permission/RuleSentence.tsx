import type { ControlProps } from '#runtime/contract/contract.ts'
import { readText } from '#runtime/kernel/json.ts'
import { ruleSentence } from './rule-sentence.ts'
import { useRuleFields } from './useRuleFields.ts'

/** The rule of the form in a sentence, while it is written. */
export function RuleSentence({ id, values }: ControlProps) {
  const { titleOfField } = useRuleFields(readText(values.permissionId))
  const sentence = ruleSentence(
    {
      ruleColumn: readText(values.ruleColumn),
      ruleConditions: readText(values.ruleConditions),
      ruleValue: readText(values.ruleValue),
    },
    titleOfField,
  )
  return (
    <output id={id} className="pro-read">
      {sentence || '填好字段、条件和值，这里写出它的意思'}
    </output>
  )
}
