import { Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { derivedTemplate } from '#runtime/compile/print-template.ts'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { Dictionaries } from '#runtime/fields/Dictionaries.tsx'
import type { RecordEnv, Values } from '#runtime/record/scope.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { RecordFailure } from '../RecordFailure.tsx'
import { useRecord } from '../useRecord.ts'
import { PrintDialog } from './PrintDialog.tsx'
import { printRecord } from './print-record.ts'
import { Sheet } from './Sheet.tsx'

interface Props {
  screen: ScreenDocument
  id: string
  onClose(): void
}

/** The print view of a stored record. */
export function RecordPrint({ screen, id, onClose }: Props) {
  const { types, can, user } = useRuntime()
  const env = useMemo((): RecordEnv => ({ user: { ...user }, now: new Date(), mode: 'detail' }), [user])
  const { record, error, reload } = useRecord(screen, 'detail', id, env, undefined)
  const codes = useMemo(() => screenDictionaries(screen, types), [screen, types])
  const template = useMemo(() => derivedTemplate(screen, { types, can }), [screen, types, can])
  const [page, setPage] = useState(template.page)
  return (
    <PrintDialog
      name={record ? nameOf(screen, record) : screen.title}
      page={page}
      onPage={setPage}
      isReady={record !== undefined}
      onClose={onClose}
    >
      {record ? (
        <Dictionaries codes={codes} waiting={<Skeleton active />}>
          <Record screen={screen} record={record} env={env} template={template} />
        </Dictionaries>
      ) : error ? (
        <RecordFailure error={error} onRetry={() => void reload()} onClose={onClose} />
      ) : (
        <Skeleton active />
      )}
    </PrintDialog>
  )
}

/** The screen's title and the number of the record: 入库单 RK202509250007. */
function nameOf({ title, fields }: ScreenDocument, record: Values): string {
  const number = record[fields.find((field) => field.auto)?.key ?? '']
  return number ? `${title} ${String(number)}` : title
}

interface RecordProps {
  screen: ScreenDocument
  record: Values
  env: RecordEnv
  template: ReturnType<typeof derivedTemplate>
}

function Record({ screen, record, env, template }: RecordProps) {
  const { types, can, lookup, institution } = useRuntime()
  const blocks = printRecord(screen, template, record, { types, can, lookup, record: env })
  return <Sheet blocks={blocks} institution={institution} copies={template.copies} />
}
