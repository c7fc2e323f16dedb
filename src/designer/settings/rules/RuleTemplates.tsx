import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Select, Tag } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { memberTitle } from '../panel-path.ts'
import { isOnlySwitched } from '../RuleSwitches.tsx'
import {
  addRule,
  dropRule,
  listRules,
  listTemplates,
  type RuleInput,
  type RuleTemplate,
} from './rule-templates.ts'
import './rules.css'

interface Props {
  field: JsonObject
  /** The fields of the same level, with which values may be compared. */
  siblings: readonly JsonObject[]
  onChange(field: JsonObject): void
}

/** The rules of a field by their messages, and those that can be added by their purpose. */
export function RuleTemplates({ field, siblings, onChange }: Props) {
  const [chosen, setChosen] = useState<RuleTemplate | null>(null)
  const templates = listTemplates(field, siblings)
  const rules = listRules(field)
  const add = (template: RuleTemplate) => {
    const rule = template.inputs.length === 0 ? template.build({}) : undefined
    if (rule) onChange(addRule(field, rule))
    setChosen(rule ? null : template)
  }
  if (templates.length === 0 && rules.every(isOnlySwitched)) return null
  return (
    <div className="view-design-row">
      <span>校验</span>
      <div className="view-design-rules">
        {rules.map((rule, at) =>
          isOnlySwitched(rule) ? null : (
            <Tag
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its position only
              key={at}
              closable={{ 'aria-label': `删去校验 ${ruleTitle(rule, at)}` }}
              onClose={(event) => {
                event.preventDefault()
                onChange(dropRule(field, rule))
              }}
            >
              {ruleTitle(rule, at)}
            </Tag>
          ),
        )}
        {templates.length > 0 && (
          <Dropdown
            autoFocus
            trigger={['click']}
            menu={{
              items: templates.map((template) => ({
                key: template.name,
                label: template.title,
                onClick: () => add(template),
              })),
            }}
          >
            <Button size="small">
              添加校验
              <DownOutlined aria-hidden />
            </Button>
          </Dropdown>
        )}
      </div>
      {chosen && (
        <RuleInputs
          key={chosen.name}
          template={chosen}
          onClose={() => setChosen(null)}
          onAdd={(rule) => {
            onChange(addRule(field, rule))
            setChosen(null)
          }}
        />
      )}
    </div>
  )
}

const ruleTitle = (rule: JsonObject, at: number): string => String(rule.message ?? memberTitle(rule, at))

interface InputsProps {
  template: RuleTemplate
  onAdd(rule: JsonObject): void
  onClose(): void
}

/** What a rule asks for, with the rule as it will be. */
function RuleInputs({ template, onAdd, onClose }: InputsProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const rule = template.build(values)
  const take = () => rule && onAdd(rule)
  return (
    <fieldset className="view-design-rule-inputs" aria-label={template.title}>
      {template.inputs.map((input, at) => (
        <RuleValue
          key={input.name}
          input={input}
          isFirst={at === 0}
          value={values[input.name]}
          onChange={(value) => setValues({ ...values, [input.name]: value })}
          onEnter={take}
        />
      ))}
      <p className="view-design-hint">{rule ? String(rule.message) : '填好后添加'}</p>
      <div className="view-design-choices">
        <Button size="small" type="primary" disabled={!rule} onClick={take}>
          添加
        </Button>
        <Button size="small" onClick={onClose}>
          取消
        </Button>
      </div>
    </fieldset>
  )
}

interface ValueProps {
  input: RuleInput
  isFirst: boolean
  value: string | undefined
  onChange(value: string): void
  onEnter(): void
}

const RuleValue = ({ input: { title, choices }, isFirst, value, onChange, onEnter }: ValueProps) =>
  choices ? (
    <Select
      aria-label={title}
      autoFocus={isFirst}
      showSearch
      optionFilterProp="label"
      placeholder={title}
      value={value}
      options={[...choices]}
      onChange={onChange}
    />
  ) : (
    <Input
      aria-label={title}
      autoFocus={isFirst}
      inputMode="decimal"
      placeholder={title}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value.trim())}
      onPressEnter={onEnter}
    />
  )
