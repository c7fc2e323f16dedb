import { Button, Segmented, Select } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import { DocumentView } from '#runtime/resolve/SchemaPage.tsx'
import type { PanelDocument } from '#runtime/schema/types.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { StateNote } from '#runtime/ui/StateNote.tsx'
import { designApi } from '../api.ts'
import { fieldsOf, keyOf } from '../document-edit.ts'
import { type ChartChoice, chartPanel } from './chart-panel.ts'
import { TrialFrame } from './TrialFrame.tsx'

const kinds = [
  { value: 'bar', label: '柱' },
  { value: 'line', label: '折线' },
  { value: 'pie', label: '饼' },
  { value: 'statistic', label: '数字' },
] as const

/** A chart of the rows of a draft; it can be taken into a new panel. */
export function ChartView({ document }: { document: JsonObject }) {
  const { http, notify } = useRuntime()
  const prefix = useId()
  const fields = fieldsOf(document).filter((field) => field.type !== 'hidden')
  const numbers = fields.filter((field) => field.type === 'inputNumber')
  const [choice, setChoice] = useState<ChartChoice>(() => ({
    kind: 'bar',
    x: keyOf(fields.find((field) => !numbers.includes(field)) ?? fields[0] ?? {}),
    y: numbers.slice(0, 1).map(keyOf),
  }))
  const panel = useMemo(() => chartPanel(document, choice), [document, choice])
  const optionsOf = (list: readonly JsonObject[]) =>
    list.map((field) => ({ value: keyOf(field), label: asText(field.title) ?? keyOf(field) }))
  const keep = async () => {
    try {
      await designApi(http).saveDraft(String(panel.id), null, panel)
      notify('success', `已存为面板草稿 ${String(panel.id)}，在「Online表单开发」里继续`)
    } catch (error) {
      notify('error', errorMessage(error))
    }
  }
  if (numbers.length === 0)
    return <StateNote title="没有可以画的数" text="图需要至少一列数字，请先在 SQL 里查出来并解析。" />
  return (
    <>
      <div className="view-report-bar">
        <Segmented
          aria-label="图的种类"
          value={choice.kind}
          options={kinds.map((kind) => ({ ...kind }))}
          onChange={(kind) => setChoice({ ...choice, kind })}
        />
        {choice.kind !== 'statistic' && (
          <>
            <label htmlFor={`${prefix}x`}>横轴</label>
            <Select
              id={`${prefix}x`}
              value={choice.x}
              options={optionsOf(fields)}
              onChange={(x) => setChoice({ ...choice, x })}
            />
          </>
        )}
        <label htmlFor={`${prefix}y`}>数值</label>
        <Select
          id={`${prefix}y`}
          mode="multiple"
          value={choice.y}
          options={optionsOf(numbers)}
          onChange={(y: string[]) => setChoice({ ...choice, y })}
        />
        <span className="pro-gap" />
        <Button disabled={choice.y.length === 0} onClick={() => void keep()}>
          存为面板
        </Button>
      </div>
      {choice.y.length > 0 && (
        <TrialFrame body={document}>
          <div className="pro-page view-report-page">
            <DocumentView
              key={JSON.stringify(panel)}
              document={panel as unknown as PanelDocument as never}
              documentHash=""
            />
          </div>
        </TrialFrame>
      )}
    </>
  )
}
