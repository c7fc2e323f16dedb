import { Suspense, useState } from 'react'
import { type Runtime, RuntimeProvider } from '../../../runtime/fields/context.tsx'
import { fieldTypes } from '../../../runtime/fields/index.ts'
import { RecordModelProvider } from '../../../runtime/fields/model-context.tsx'
import { RecordModel } from '../../../runtime/record/model.ts'
import { details } from '../../../runtime/schema/derive.ts'
import { benchLookup, benchRecord, benchScreen } from './rows.ts'

const usualCount = 10_000
const user = { id: 'bench', username: 'bench', realname: '测量', orgCode: 'A01' }
const refuse = () => Promise.reject(new Error('the measuring page asks no server'))
const runtime: Runtime = {
  http: { get: refuse, send: refuse, upload: refuse, download: refuse },
  user,
  can: () => true,
  lookup: benchLookup,
  notify: () => undefined,
  types: fieldTypes,
  loadScreen: refuse,
  loadPicker: refuse,
}

const openModel = (record: Record<string, unknown>) =>
  new RecordModel(benchScreen, record, {
    types: fieldTypes,
    lookup: benchLookup,
    env: { user, now: new Date(), mode: 'edit' },
  })

/** A detail table by itself: opened, closed and checked by buttons, so that each can be measured alone. */
export default function BenchPage() {
  const [record] = useState(() => {
    const asked = new URLSearchParams(window.location.search).get('rows')
    return benchRecord(Number(asked ?? usualCount))
  })
  const [model, setModel] = useState<RecordModel | null>(null)
  const [field] = details(benchScreen)
  const Control = fieldTypes.get('table')?.Control

  const check = () => {
    const start = performance.now()
    const faults = model?.problems().length
    performance.measure('check', { start, detail: faults })
  }
  return (
    <div style={{ padding: 16 }}>
      <button type="button" onClick={() => setModel(openModel(record))}>
        打开
      </button>
      <button type="button" onClick={() => setModel(null)}>
        关闭
      </button>
      <button type="button" onClick={check}>
        校验
      </button>
      {model && Control && field ? (
        <RuntimeProvider value={runtime}>
          <RecordModelProvider value={model}>
            <Suspense fallback={null}>
              <Control
                field={field}
                value={null}
                onChange={() => undefined}
                values={model.head}
                patch={(values) => model.setHeads(values)}
              />
            </Suspense>
          </RecordModelProvider>
        </RuntimeProvider>
      ) : null}
    </div>
  )
}
