import { Button, Segmented, Select } from 'antd'
import { useId, useMemo, useState } from 'react'
import { fieldTypes } from '#runtime/fields/index.ts'
import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import { DocumentView } from '#runtime/resolve/SchemaPage.tsx'
import { toPerm } from '#runtime/schema/compose/copy-document.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { largeCharts } from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import { statisticPlan } from '#runtime/schema/kinds/panel/blocks/statistic/plan.ts'
import { multiple } from '#runtime/ui/multiple.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { freeId } from '../create/new-documents.ts'
import { useNewDraft } from '../create/useNewDraft.ts'
import { getKey, listFields } from '../document-edit.ts'
import type { TrialRows } from '../report-api.ts'
import { type ChartChoice, chartPanel } from './chart-panel.ts'
import { TrialFrame } from './TrialFrame.tsx'

const kinds = [
  ...largeCharts.map(({ name, title }) => ({ value: name, label: title })),
  { value: statisticPlan.name, label: statisticPlan.title },
]

interface Props {
  document: JsonObject
  /** Opens another document. */
  onOpen(id: string): void
}

/** A chart of the rows of a draft; it can be taken into a new panel, which is then designed on. */
export function ChartView({ document, onOpen }: Props) {
  const draft = useNewDraft(onOpen)
  const prefix = useId()
  const fields = listFields(document).filter((field) => field.type !== 'hidden')
  const numbers = fields.filter((field) => fieldTypes.get(String(field.type))?.dataType === 'number')
  const [choice, setChoice] = useState<ChartChoice>(() => ({
    kind: 'bar',
    x: getKey(fields.find((field) => !numbers.includes(field)) ?? fields[0] ?? {}),
    y: numbers.slice(0, 1).map(getKey),
  }))
  const [rows, setRows] = useState<TrialRows | null>(null)
  const panel = useMemo(() => chartPanel(document, choice), [document, choice])
  const drawn = asDocumentWith(drawableDocument(panel), 'arrangesBlocks')
  const buildOptions = (list: readonly JsonObject[]) =>
    list.map((field) => ({ value: getKey(field), label: asText(field.title) ?? getKey(field) }))
  const keep = () => {
    const id = freeId(String(panel.id), draft.taken)
    return draft.begin({ body: { ...panel, id, needs: toPerm(id) } })
  }
  if (numbers.length === 0)
    return <StateNote title="没有可以画的数" text="图需要至少一列数字，请先在 SQL 里查出来并解析。" />
  return (
    <>
      <div className="view-report-bar">
        <Segmented
          aria-label="图的种类"
          value={choice.kind}
          options={kinds}
          onChange={(kind) => setChoice({ ...choice, kind })}
        />
        {choice.kind !== statisticPlan.name && (
          <span className="view-report-choice">
            <label htmlFor={`${prefix}x`}>横轴</label>
            <Select
              id={`${prefix}x`}
              value={choice.x}
              options={buildOptions(fields)}
              onChange={(x) => setChoice({ ...choice, x })}
            />
          </span>
        )}
        <span className="view-report-choice">
          <label htmlFor={`${prefix}y`}>数值</label>
          <Select
            id={`${prefix}y`}
            {...multiple}
            value={choice.y}
            options={buildOptions(numbers)}
            onChange={(y: string[]) => setChoice({ ...choice, y })}
          />
        </span>
        <span className="pro-gap" />
        <Button loading={draft.isBusy} disabled={choice.y.length === 0} onClick={() => void keep()}>
          存为看板
        </Button>
      </div>
      {draft.failure && (
        <p className="view-design-fault" role="alert">
          {draft.failure}
        </p>
      )}
      {rows && rows.total > rows.records.length && (
        <p className="view-design-hint">
          这里只画前 {rows.records.length} 行，共 {rows.total} 行；看板里画全部的行
        </p>
      )}
      {choice.y.length > 0 && drawn && (
        <TrialFrame body={document} onRows={setRows}>
          <div className="pro-page view-report-page">
            <DocumentView key={JSON.stringify(panel)} document={drawn} documentHash="" />
          </div>
        </TrialFrame>
      )}
    </>
  )
}
