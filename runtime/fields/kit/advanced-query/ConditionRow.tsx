import { DeleteOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { type DraftCondition, withRule } from '#runtime/rules/advanced-query/draft.ts'
import { ruleText } from '#runtime/rules/advanced-query/sentence.ts'
import { ConditionValue } from './ConditionValue.tsx'
import { offeredRules, type QueriedField, type QueriedFields } from './fields.ts'

/** Draws the value of a condition in another way than its field does. */
export type DrawValue = (value: {
  condition: DraftCondition
  queried: QueriedField
  onChange(condition: DraftCondition): void
}) => ReactNode

interface Props {
  condition: DraftCondition
  /** The detail table of the group, whose columns the condition names without its key. */
  detail: string | undefined
  fields: QueriedFields
  drawValue?: DrawValue | undefined
  onChange(condition: DraftCondition): void
  onRemove(): void
}

/** One condition: field, rule, and the value in the control of the field. */
export function ConditionRow({ condition, detail, fields, drawValue, onChange, onRemove }: Props) {
  const prefix = detail === undefined ? '' : `${detail}.`
  const offered = [...fields.values()].filter(({ path }) => path.startsWith(prefix))
  const queried = fields.get(prefix + condition.field)
  const setField = (path: string) => {
    const next = fields.get(path)
    if (!next) return
    const [rule = 'eq'] = next.rules
    onChange({ id: condition.id, field: path.slice(prefix.length), rule, val: '', type: next.field.type })
  }
  return (
    <div className="pro-advanced-row">
      <Select
        className="pro-advanced-field"
        aria-label="字段"
        placeholder="选择字段"
        status={condition.field !== '' && !queried ? 'error' : ''}
        showSearch
        optionFilterProp="label"
        value={condition.field === '' ? null : prefix + condition.field}
        options={offered.map(buildOption)}
        onChange={setField}
      />
      <Select
        className="pro-advanced-rule"
        aria-label="规则"
        placeholder="规则"
        disabled={!queried}
        value={queried ? condition.rule : null}
        options={
          queried
            ? offeredRules(queried).map((rule) => ({ value: rule, label: ruleText(rule, queried.isDate) }))
            : []
        }
        onChange={(rule) => onChange(withRule(condition, rule))}
      />
      {queried && drawValue ? (
        drawValue({ condition, queried, onChange })
      ) : queried ? (
        <ConditionValue
          key={condition.field}
          condition={condition}
          queried={queried}
          onChange={(val) => onChange({ ...condition, val })}
        />
      ) : (
        <div className="pro-advanced-value">
          {condition.field !== '' && <span role="alert">字段不存在，或您无权查看</span>}
        </div>
      )}
      <Button type="text" aria-label="删除条件" icon={<DeleteOutlined aria-hidden />} onClick={onRemove} />
    </div>
  )
}

const buildOption = ({ path, title, detail }: QueriedField) => ({
  value: path,
  label: detail === undefined ? title : `${detail} · ${title}`,
})
