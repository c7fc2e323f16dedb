import { useQuery } from '@tanstack/react-query'
import { App, Select } from 'antd'
import { useMemo, useState } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { Dictionaries } from '#runtime/fields/Dictionaries.tsx'
import { downloadFile } from '#runtime/fields/kit/files/download-file.ts'
import { referenceTextsQuery } from '#runtime/fields/kit/reference/useReferenceTexts.ts'
import { printName, printRecord } from '#runtime/record/print/print-record.ts'
import { derivedTemplate, type PrintTemplate } from '#runtime/record/print/print-template.ts'
import type { RecordEnv, Values } from '#runtime/record/scope.ts'
import { type ScreenDocument, userDict } from '#runtime/schema/types.ts'
import { TextSkeleton } from '#runtime/ui/TextSkeleton.tsx'
import { RecordFailure } from '../RecordFailure.tsx'
import { useRecord } from '../useRecord.ts'
import { PrintDialog } from './PrintDialog.tsx'
import { Sheet } from './Sheet.tsx'
import { DERIVED, useChosenTemplate, useTemplate, useTemplates } from './useTemplates.ts'

interface Props {
  screen: ScreenDocument
  id: string
  onClose(): void
}

/** The print view of a stored record, by a template of its screen or by the one that follows from the screen. */
export function RecordPrint({ screen, id, onClose }: Props) {
  const { types, can, user, http } = useRuntime()
  const { message } = App.useApp()
  const env = useMemo((): RecordEnv => ({ user: { ...user }, now: new Date(), mode: 'detail' }), [user])
  const { record: stored, error, reload } = useRecord(screen, 'detail', id, env, undefined)
  const record = useAuthorName(stored)
  const codes = useMemo(() => screenDictionaries(screen, types), [screen, types])
  const derived = useMemo(() => derivedTemplate(screen, { types, can }), [screen, types, can])
  const [page, setPage] = useState(derived.page)
  const templates = useTemplates(screen.id)
  const { entry, choose } = useChosenTemplate(screen.id, templates)
  const document = useTemplate(entry)
  const template = entry ? document.template : templates && { ...derived, page }
  const failure = error ?? document.error
  const isReady = record !== undefined && template !== undefined
  const name = record ? printName(screen, record) : screen.title
  // The server draws the records that it reads itself; an interface of another system has rules of its own.
  const isServed = screen.url?.queryById === undefined
  const download = () => {
    const params = { id, ...(entry ? { template: entry.id } : { page }) }
    const file = { url: `/resource/${screen.id}/printPdf`, params, name: `${name}.pdf` }
    return downloadFile(http, file, message.warning)
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
            options={[
              ...templates.map(({ id: value, title: label }) => ({ value, label })),
              { value: DERIVED, label: '标准版式' },
            ]}
            onChange={choose}
            popupMatchSelectWidth={false}
          />
        ) : null
      }
      isReady={isReady}
      onDownload={isServed ? download : undefined}
      onClose={onClose}
    >
      {isReady ? (
        <Dictionaries codes={codes} waiting={<TextSkeleton rows={4} />}>
          <Record screen={screen} record={record} env={env} template={template} />
        </Dictionaries>
      ) : failure ? (
        <RecordFailure
          error={failure}
          onRetry={() => void (error ? reload() : document.reload())}
          onClose={onClose}
        />
      ) : (
        <TextSkeleton rows={4} />
      )}
    </PrintDialog>
  )
}

/** The record with the name of its author, of whom the server sends the account; undefined while either is loading. */
function useAuthorName(record: Values | undefined): Values | undefined {
  const { http } = useRuntime()
  const account = typeof record?.createBy === 'string' ? record.createBy : null
  const name = useQuery({
    ...referenceTextsQuery(http, userDict, account),
    enabled: account !== null && record?.createBy_dictText === undefined,
  })
  return useMemo(() => {
    if (name.isLoading) return undefined
    return record && name.data ? { ...record, createBy_dictText: name.data } : record
  }, [record, name.isLoading, name.data])
}

interface RecordProps {
  screen: ScreenDocument
  record: Values
  env: RecordEnv
  template: PrintTemplate
}

function Record({ screen, record, env, template }: RecordProps) {
  const { types, can, lookup, institution } = useRuntime()
  const blocks = printRecord(screen, template, record, { types, can, lookup, record: env })
  return <Sheet blocks={blocks} institution={institution} copies={template.copies} />
}
