import { Segmented, Select, type SelectProps } from 'antd'
import { useId } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { BlockDesigner, DataSetting } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { multiple } from '#runtime/ui/multiple.ts'
import { bindBlock } from './block-data.ts'
import type { useBlockSource } from './useBlockSource.ts'

/** A block of which settings are changed. */
export interface BlockProps {
  block: JsonObject
  onChange(block: JsonObject): void
  /** Changes the block as it is when an answer has come. */
  onUpdate(edit: (present: JsonObject) => JsonObject): void
}

interface Props extends BlockProps {
  designer: BlockDesigner
  data: ReturnType<typeof useBlockSource>
}

/** The screen or report of a block, and what the block shows of its records. */
export function BlockData({ block, designer, data, onChange, onUpdate }: Props) {
  const { notify } = useServices()
  const { name, choices, fields, fieldsOfChoice } = data
  const bind = async (choice: string) => {
    try {
      const title = choices.find(({ value }) => value === choice)?.label ?? choice
      const bound = { name: choice, title, fields: await fieldsOfChoice(choice) }
      onUpdate((present) => bindBlock(present, bound))
    } catch (error) {
      notify('error', errorMessage(error))
    }
  }
  const listChoices = (isReport: boolean) => choices.filter((choice) => choice.isReport === isReport)
  const settings = name === undefined ? [] : (designer.settings?.(block, fields) ?? [])
  return (
    <section className="view-panel-data" aria-label="数据">
      <Choice
        label="数据来源"
        placeholder="选报表或界面"
        value={name}
        options={[
          { label: '报表', options: listChoices(true) },
          { label: '界面', options: listChoices(false) },
        ]}
        onChange={(choice) => void bind(choice)}
      />
      {settings.map((setting) => (
        <Setting key={setting.label} setting={setting} onChange={onChange} />
      ))}
    </section>
  )
}

function Setting({ setting, onChange }: { setting: DataSetting } & Pick<Props, 'onChange'>) {
  const { label } = setting
  const options = [...setting.options]
  if (setting.kind === 'many')
    return (
      <Choices
        label={label}
        options={options}
        value={setting.values}
        onChange={(values) => onChange(setting.change(values))}
      />
    )
  const { value } = setting
  const change = (next: string) => onChange(setting.change(next))
  return setting.kind === 'segments' ? (
    <Segmented aria-label={label} options={options} value={value} onChange={change} />
  ) : (
    <Choice label={label} options={options} value={value} onChange={change} />
  )
}

interface ChoiceProps {
  label: string
  placeholder?: string
  value: string | undefined
  options: SelectProps['options']
  onChange(value: string): void
}

function Choice({ label, options, ...select }: ChoiceProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Select id={id} showSearch optionFilterProp="label" options={options} {...select} />
    </>
  )
}

interface ChoicesProps extends Pick<ChoiceProps, 'label' | 'options'> {
  value: string[]
  onChange(value: string[]): void
}

function Choices({ label, options, ...select }: ChoicesProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...multiple} optionFilterProp="label" options={options} {...select} />
    </>
  )
}
