import { App, Select } from 'antd'
import { useMemo, useState } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { RecordMove } from '#runtime/record/moves.ts'
import { printName, printRecord, printsMoves } from '#runtime/record/print/print-record.ts'
import { derivedTemplate, type PrintTemplate } from '#runtime/record/print/print-template.ts'
import type { RecordEnv, Values } from '#runtime/record/scope.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useInstitution } from '#runtime/services/institution.ts'
import { useServices } from '#runtime/services/services.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { RecordFailure } from '../RecordFailure.tsx'
import { downloadPdf, hasPdf } from './download-pdf.ts'
import { Paper, PrintDialog } from './PrintDialog.tsx'
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

const waiting = (
  <Paper>
    <TextSkeleton rows={4} />
  </Paper>
)

/** The print view of stored records, by a template of its screen or by the one that follows from the screen. */
export function RecordPrint({ screen, ids, template: first, onClose }: Props) {
  const types = useFieldTypes()
  const { can, user, http } = useServices()
  const { message } = App.useApp()
  const env = useMemo((): RecordEnv => ({ user: { ...user }, now: new Date(), mode: 'detail' }), [user])
  const { records, error, reload } = useRecords(screen, ids)
  const codes = useMemo(() => screenDictionaries(screen, types), [screen, types])
  const derived = useMemo(() => derivedTemplate(screen, { types, can }), [screen, types, can])
  const [page, setPage] = useState(derived.page)
  const templates = useTemplates(screen.id)
  const { entry, choose } = useChosenTemplate(screen.id, templates, first)
  const document = useTemplate(entry)
  const template = entry ? document.template : templates && { ...derived, page }
  const printed = useMoves(screen, ids, template !== undefined && printsMoves(template))
  const failure = error ?? document.error ?? printed.error
  const isReady = records !== undefined && template !== undefined && printed.moves !== undefined
  const name = printName(screen, records ?? [])
  const download = () => {
    const layout = entry ? { template: entry.id } : { page }
    return downloadPdf(http, { screen, ids, layout, name }, message.warning)
  }
  return (
    <PrintDialog
      name={name}
      page={template?.page ?? page}
      onPage={entry ? undefined : setPage}
      controls={
        templates && templates.length > 0 ? (
          <Select
            aria-label="版式"
            value={entry?.id ?? DERIVED}
            options={templateChoices(templates)}
            onChange={choose}
            popupMatchSelectWidth={false}
          />
        ) : null
      }
      isReady={isReady}
      onDownload={hasPdf(screen) ? download : undefined}
      onClose={onClose}
    >
      {isReady ? (
        <Dictionaries codes={codes} waiting={waiting}>
          {records.map((record, at) => (
            <Paper key={ids[at]}>
              <Record
                screen={screen}
                record={record}
                moves={printed.moves?.[at]}
                env={env}
                template={template}
              />
            </Paper>
          ))}
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

interface RecordProps {
  screen: ScreenDocument
  record: Values
  moves: readonly RecordMove[] | undefined
  env: RecordEnv
  template: PrintTemplate
}

function Record({ screen, record, moves = [], env, template }: RecordProps) {
  const types = useFieldTypes()
  const { can, lookup } = useServices()
  const { name: institution } = useInstitution()
  const blocks = printRecord(screen, template, record, { types, can, lookup, record: env, moves })
  return <Sheet blocks={blocks} institution={institution} copies={template.copies} />
}
