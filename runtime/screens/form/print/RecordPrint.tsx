import { App, InputNumber, Select } from 'antd'
import { useMemo, useState } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { RecordMove } from '#runtime/record/moves.ts'
import { countPlaces, layLabels } from '#runtime/record/print/label-sheets.ts'
import { printNote } from '#runtime/record/print/print-page.ts'
import { printName, printRecord, printRunning, printsMoves } from '#runtime/record/print/print-record.ts'
import { derivedTemplate, type PrintTemplate } from '#runtime/record/print/print-template.ts'
import type { PrintEnv } from '#runtime/record/print/printer.ts'
import type { Running } from '#runtime/record/print/running.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { LabelGrid } from '#runtime/schema/kinds/print/page.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useInstitution } from '#runtime/services/institution.ts'
import { useServices } from '#runtime/services/services.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { RecordFailure } from '../RecordFailure.tsx'
import { downloadPdf, hasPdf } from './download-pdf.ts'
import { LabelSheet } from './LabelSheet.tsx'
import { Paper, PrintDialog, pageNames } from './PrintDialog.tsx'
import { Sheet } from './Sheet.tsx'
import { useMoves } from './useMoves.ts'
import { useRecords } from './useRecords.ts'
import { DERIVED, templateChoices, useChosenTemplate, useTemplate, useTemplates } from './useTemplates.ts'

interface Props {
  screen: ScreenDocument
  /** The records of one document; each has a page of its own. */
  ids: readonly string[]
  /** The template of the first view; absent: the one of the last choice. */
  template?: string
  onClose(): void
}

const noRunning: readonly Running[] = []

const waiting = (
  <Paper>
    <TextSkeleton rows={4} />
  </Paper>
)

/** The print view of stored records, by a template of its screen or by the one that follows from the screen. */
export function RecordPrint({ screen, ids, template: first, onClose }: Props) {
  const types = useFieldTypes()
  const { can, user, http, lookup } = useServices()
  const { message } = App.useApp()
  const printEnv = useMemo(
    () => ({ types, can, record: { user: { ...user }, now: new Date(), mode: 'detail' as const } }),
    [types, can, user],
  )
  const { records, error, reload } = useRecords(screen, ids)
  const codes = useMemo(() => screenDictionaries(screen, types), [screen, types])
  const derived = useMemo(() => derivedTemplate(screen, { types, can }), [screen, types, can])
  const [page, setPage] = useState(derived.page)
  const [start, setStart] = useState(1)
  const templates = useTemplates(screen.id)
  const { entry, choose } = useChosenTemplate(screen.id, templates, first)
  const document = useTemplate(entry)
  const template = entry ? document.template : templates && { ...derived, page }
  const printed = useMoves(screen, ids, template !== undefined && printsMoves(template))
  const failure = error ?? document.error ?? printed.error
  const isReady = records !== undefined && template !== undefined && printed.moves !== undefined
  const name = printName(screen, records ?? [])
  const running = useMemo((): readonly Running[] => {
    if (!records || !template) return noRunning
    if (template.labels) return [{}]
    const note = printNote(printEnv.record.user.realname, printEnv.record.now)
    return records.map((record) => printRunning(screen, template, record, { ...printEnv, lookup }, note))
  }, [screen, template, records, printEnv, lookup])
  const download = () => {
    const place = template?.labels ? { start } : {}
    const layout = entry ? { template: entry.id, ...place } : { page }
    return downloadPdf(http, { screen, ids, layout, name }, message.warning)
  }
  return (
    <PrintDialog
      name={name}
      layout={template ?? { page }}
      running={running}
      onPage={entry ? undefined : setPage}
      controls={
        <>
          {template?.labels && <LabelStart grid={template.labels} start={start} onStart={setStart} />}
          {templates && templates.length > 0 && (
            <Select
              aria-label="版式"
              value={entry?.id ?? DERIVED}
              options={templateChoices(templates)}
              onChange={choose}
              popupMatchSelectWidth={false}
            />
          )}
        </>
      }
      isReady={isReady}
      onDownload={hasPdf(screen) ? download : undefined}
      onClose={onClose}
    >
      {isReady ? (
        <Dictionaries codes={codes} waiting={waiting}>
          <Printed
            {...{ screen, template, ids, records, running, start }}
            moves={printed.moves}
            env={printEnv}
          />
        </Dictionaries>
      ) : failure ? (
        <Paper>
          <RecordFailure
            error={failure}
            onRetry={() => void (error ? reload() : document.error ? document.reload() : printed.reload())}
            onClose={onClose}
          />
        </Paper>
      ) : (
        waiting
      )}
    </PrintDialog>
  )
}

interface PrintedProps {
  screen: ScreenDocument
  template: PrintTemplate
  ids: readonly string[]
  records: readonly Values[]
  moves: readonly (readonly RecordMove[])[] | undefined
  env: Omit<PrintEnv, 'lookup'>
  /** The header and the footer of each paper. */
  running: readonly Running[]
  /** The place of the first label on its sheet. */
  start: number
}

/** The papers with the records: a page for each, or labels on sheets. */
function Printed({ screen, template, ids, records, moves, env, running, start }: PrintedProps) {
  const { lookup } = useServices()
  const { name: institution } = useInstitution()
  const { labels: grid, copies = 1 } = template
  const sheets = records.map((record, at) => (
    <Sheet
      key={ids[at]}
      blocks={printRecord(screen, template, record, { ...env, lookup, moves: moves?.[at] ?? [] })}
      institution={institution}
      copies={grid ? 1 : copies}
    />
  ))
  if (grid)
    return layLabels(sheets, grid, { start, copies }).map((labels, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: sheets have a fixed order
      <Paper key={at}>
        <LabelSheet grid={grid} labels={labels} />
      </Paper>
    ))
  const names = pageNames(running)
  return sheets.map((sheet, at) => (
    <Paper key={sheet.key} pageName={names[at]}>
      {sheet}
    </Paper>
  ))
}

interface StartProps {
  grid: LabelGrid
  start: number
  onStart(start: number): void
}

/** The place of the first label: those before it are used already. */
const LabelStart = ({ grid, start, onStart }: StartProps) => (
  <InputNumber
    aria-label="从第几个标签印起"
    prefix="从第"
    suffix="个印起"
    className="pro-print-start"
    min={1}
    max={countPlaces(grid)}
    precision={0}
    value={start}
    onChange={(value) => onStart(value ?? 1)}
  />
)
