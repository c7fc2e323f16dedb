import { useDeferredValue, useMemo, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { asText } from '#runtime/kernel/json.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { RecordChoice } from '../record/RecordChoice.tsx'
import { SAMPLE, usePrintedRecord } from '../record/usePrintedRecord.ts'
import { FlowCanvas } from './canvas/FlowCanvas.tsx'
import { type Flow, FlowProvider } from './canvas/flow-context.ts'
import { listNotes } from './canvas/simulation-notes.tsx'
import { useSimulation } from './useSimulation.ts'

interface Props {
  flow: Flow
  screen: ScreenDocument
}

const starterField = { key: 'starter', title: '发起人', type: 'sel_user', placeholder: '记录的创建人' }

/** The way of a record through the draft: who would get it and why on every branch, and which branches it takes. */
export function SimulationView({ flow, screen }: Props) {
  const document = useDeferredValue(flow.document)
  const chosen = usePrintedRecord(screen, String(flow.document.id), false)
  const [starter, setStarter] = useState<string | null>(null)
  const record = chosen.id === SAMPLE ? undefined : chosen.id
  const { data, error, isFetching, refetch } = useSimulation({ document, record, starter })
  const notes = useMemo(() => data && listNotes(document, data), [document, data])
  const User = useFieldTypes().get('sel_user')?.Control
  const { edits: _, ...drawn } = flow
  return (
    <>
      <div className="view-flow-trial">
        <span>拿哪条记录试</span>
        <RecordChoice screen={screen} printed={chosen} label="拿哪条记录试" hasSample={false} />
        <span>谁发起</span>
        {User && (
          <User
            value={starter}
            field={starterField}
            values={{ starter }}
            size="small"
            patch={() => {}}
            onChange={(account) => setStarter(asText(account) ?? null)}
          />
        )}
      </div>
      {record === undefined ? (
        <StateNote title="还没有记录可以试" text={`先在「${screen.title}」里录入一条，再回来试走。`} />
      ) : error ? (
        <LoadFailure title="没有试走出来" error={error} onRetry={refetch} />
      ) : notes ? (
        <div className="view-flow-tried" aria-busy={isFetching || undefined}>
          <FlowProvider value={{ ...drawn, selected: null, notes }}>
            <FlowCanvas />
          </FlowProvider>
        </div>
      ) : (
        <TextSkeleton rows={8} />
      )}
    </>
  )
}
