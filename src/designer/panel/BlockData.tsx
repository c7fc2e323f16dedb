import { Segmented, Select, type SelectProps } from 'antd'
import { useId } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { isJsonObject, type JsonObject, textsOf } from '#runtime/kernel/json.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { multiple } from '#runtime/ui/multiple.ts'
import { bindBlock, type SourceField, withFigure } from './block-data.ts'
import type { useBlockSource } from './useBlockSource.ts'

interface Props {
  block: JsonObject
  data: ReturnType<typeof useBlockSource>
  onChange(block: JsonObject): void
}

const optionsOf = (fields: readonly SourceField[]) =>
  fields.map(({ key, title }) => ({ value: key, label: `${title} ${key}` }))

const chartKinds = [
  { value: 'bar', label: '柱' },
  { value: 'line', label: '折线' },
  { value: 'pie', label: '饼' },
  { value: 'trend', label: '短趋势' },
]

/** The screen or report of a block, and what the block shows of its records. */
export function BlockData({ block, data, onChange }: Props) {
  const { notify } = useRuntime()
  const { name, choices, fields, fieldsOfChoice } = data
  const bind = async (choice: string) => {
    try {
      const title = choices.find(({ value }) => value === choice)?.label ?? choice
      onChange(bindBlock(block, { name: choice, title, fields: await fieldsOfChoice(choice) }))
    } catch (error) {
      notify('error', errorMessage(error))
    }
  }
  const groupOf = (isReport: boolean) => choices.filter((choice) => choice.isReport === isReport)
  const chart = isJsonObject(block.chart) ? block.chart : {}
  const numbers = fields.filter(({ isNumber }) => isNumber)
  return (
    <section className="view-panel-data" aria-label="数据">
      <Choice
        label="数据来源"
        placeholder="选报表或界面"
        value={name}
        options={[
          { label: '报表', options: groupOf(true) },
          { label: '界面', options: groupOf(false) },
        ]}
        onChange={(choice) => void bind(choice)}
      />
      {name !== undefined && block.type === 'statistic' && (
        <Choice
          label="数字"
          value={typeof block.value === 'string' ? block.value : undefined}
          options={[{ value: 'total', label: '条数' }, ...optionsOf(numbers)]}
          onChange={(value) => onChange(withFigure(block, value))}
        />
      )}
      {name !== undefined && block.type === 'chart' && (
        <>
          <Segmented
            aria-label="图的种类"
            value={String(chart.kind ?? 'bar')}
            options={chartKinds}
            onChange={(kind) => onChange({ ...block, chart: { ...chart, kind } })}
          />
          <Choice
            label="横轴"
            value={typeof chart.x === 'string' ? chart.x : undefined}
            options={optionsOf(fields)}
            onChange={(x) => onChange({ ...block, chart: { ...chart, x } })}
          />
          <Choices
            label="数值"
            value={keysOf(chart.y)}
            options={optionsOf(numbers)}
            onChange={(keys) =>
              onChange({ ...block, chart: { ...chart, y: keys.map((key) => seriesOf(chart.y, key)) } })
            }
          />
        </>
      )}
      {name !== undefined && ['table', 'description'].includes(String(block.type)) && !block.cross && (
        <Choices
          label="字段"
          value={textsOf(block.fields).map(([, key]) => key)}
          options={optionsOf(fields)}
          onChange={(keys) => onChange({ ...block, fields: keys })}
        />
      )}
    </section>
  )
}

/** A value of a chart is a key, or an object with settings of its own. */
const keyOf = (series: unknown): string => String(isJsonObject(series) ? series.key : series)
const listOf = (y: unknown): readonly unknown[] => (Array.isArray(y) ? y : [])
const keysOf = (y: unknown): string[] => listOf(y).map(keyOf)
const seriesOf = (y: unknown, key: string): unknown =>
  listOf(y).find((series) => keyOf(series) === key) ?? key

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
