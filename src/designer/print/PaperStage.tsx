import { Select } from 'antd'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { PIXELS_PER_MILLIMETRE } from '#runtime/record/print/print-page.ts'
import { printsMoves } from '#runtime/record/print/print-record.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { findPrintDesign } from '#runtime/schema/kinds/print/designs.ts'
import { pageChoices, parsePaper } from '#runtime/schema/kinds/print/page.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { RecordChoice } from '../record/RecordChoice.tsx'
import { usePrintedRecord } from '../record/usePrintedRecord.ts'
import type { PaperCanvas } from './PaperCanvas.tsx'
import { PrintedPaper } from './PrintedPaper.tsx'
import type { usePrintableScreen } from './printable-screen.ts'

type CanvasProps = Parameters<typeof PaperCanvas>[0]

interface Props {
  template: JsonObject
  source: ReturnType<typeof usePrintableScreen>
  canvas: Pick<CanvasProps, 'selected' | 'faulty' | 'edits' | 'onSelect'>
  onChange(template: JsonObject, label: string): void
  children(parts: { tools: ReactNode; paper: ReactNode }): ReactNode
}

/** The paper of a template, and the controls above it. */
export function PaperStage({ source, ...props }: Props) {
  const { screen, error, reload } = source
  if (screen) return <LoadedStage key={screen.id} screen={screen} {...props} />
  const hasSource = typeof props.template.screen === 'string' && props.template.screen !== ''
  const paper = error ? (
    <LoadFailure error={error} onRetry={reload} />
  ) : hasSource ? (
    <TextSkeleton rows={8} />
  ) : (
    <StateNote title="还没有选界面" text="在右边的「界面」里填印哪个界面的记录。" />
  )
  return props.children({ tools: null, paper })
}

const zooms = [
  { value: 0, label: '适合宽度' },
  ...[50, 75, 100, 125, 150].map((percent) => ({ value: percent / 100, label: `${percent}%` })),
]

interface LoadedProps extends Omit<Props, 'source'> {
  screen: ScreenDocument
}

function LoadedStage({ screen, template: written, canvas, onChange, children }: LoadedProps) {
  const types = useFieldTypes()
  const body = useDeferredValue(written)
  const template = useMemo(() => asDocumentWith(drawableDocument(body), 'printsRecords'), [body])
  const codes = useMemo(() => screenDictionaries(screen, types), [screen, types])
  const printed = usePrintedRecord(
    screen,
    String(written.id),
    template !== undefined && printsMoves({ blocks: template.blocks.filter(findPrintDesign) }),
  )
  const [zoom, setZoom] = useState(0)
  const [pane, { width }] = useSize<HTMLDivElement>()
  const page = String(written.page)
  const fit = width === 0 ? 1 : Math.min(1.5, width / (parsePaper(page).width * PIXELS_PER_MILLIMETRE))
  const papers = pageChoices.some(({ value }) => value === page)
    ? [...pageChoices]
    : [...pageChoices, { value: page, label: page }]
  const tools = (
    <>
      <Select
        size="small"
        aria-label="纸张"
        value={page}
        options={papers}
        popupMatchSelectWidth={false}
        onChange={(next) => onChange({ ...written, page: next }, 'paper')}
      />
      <Select
        size="small"
        aria-label="缩放"
        value={zoom}
        options={zooms}
        popupMatchSelectWidth={false}
        onChange={setZoom}
      />
      <RecordChoice screen={screen} printed={printed} />
    </>
  )
  const paper = template ? (
    <div ref={pane} className="view-print-pane">
      {printed.error && (
        <p className="view-design-hint">这条记录没有读到，先用示例数据。可能已经删除，或者您看不到它。</p>
      )}
      {printed.record ? (
        <Dictionaries codes={codes}>
          <PrintedPaper
            {...canvas}
            screen={screen}
            template={template}
            record={printed.record}
            moves={printed.moves}
            zoom={zoom || fit}
          />
        </Dictionaries>
      ) : (
        <TextSkeleton rows={8} />
      )}
    </div>
  ) : (
    <StateNote title="这样还画不出来" text="请先改好下面列出的错误，预览随后恢复。" />
  )
  return children({ tools, paper })
}
