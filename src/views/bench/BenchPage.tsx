import { Button, Space } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldTypesProvider } from '#runtime/contract/field-types.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { FormBody } from '#runtime/screens/form/body/FormBody.tsx'
import { openSession, type Session } from '#runtime/screens/form/session.ts'
import { type DocumentLoader, DocumentLoaderProvider } from '#runtime/services/documents.ts'
import { type Services, ServicesProvider } from '#runtime/services/services.tsx'
import '#runtime/screens/form/form.css'
import { benchBlock, benchLookup, benchRecord, benchScreen } from './rows.ts'

const shownAtFirst = 100
const sizes = [100, 1_000, 10_000, 100_000]
const user = { id: 'bench', username: 'bench', realname: '测量', orgCode: 'A01' }
const refuse = () => Promise.reject(new Error('the measuring page asks no server'))
const services: Services = {
  http: { get: refuse, send: refuse, upload: refuse, download: refuse },
  user,
  can: () => true,
  lookup: benchLookup,
  notify: () => undefined,
}
const documents: DocumentLoader = { loadScreen: refuse, loadPicker: refuse }

const open = (record: Record<string, unknown>): Session =>
  openSession(benchScreen, record, {
    types: fieldTypes,
    can: () => true,
    options: { types: fieldTypes, lookup: benchLookup },
    env: { user, now: new Date(), mode: 'edit' },
  })

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const grid = () => document.querySelector<HTMLElement>('[role=grid]')

/** Drives the table from outside: the same functions for every measured table. */
export interface Bench {
  /** Prepares `n` rows; the old ones are dropped. */
  prepare(n: number): Promise<void>
  mount(): Promise<void>
  isReady(): boolean
  scroller(): HTMLElement | null
  /** Opens the editor of 数量 or 名称 in the first row, ready to be typed in. */
  openEditor(column: 'num' | 'name'): Promise<void>
  validateAll(): { errors: number }
  /** Pastes a block of that size over the first rows, as from the clipboard. */
  paste(rows: number, columns: number): Promise<void>
  undo(): void
}

declare global {
  interface Window {
    __bench?: Bench
  }
}

/** A detail table in a real form with everything switched on. */
export function BenchPage() {
  const [first] = useState(() => open(benchRecord(shownAtFirst)))
  const [session, setSession] = useState<Session | null>(first)
  const [tab, setTab] = useState<string>()
  const record = useRef<Record<string, unknown> | null>(null)

  const bench = useMemo<Bench>(() => {
    let current: Session | null = first
    const show = (next: Session | null) => {
      current = next
      flushSync(() => setSession(next))
    }
    const rows = () => current?.model.rows('items')
    return {
      async prepare(count) {
        show(null)
        record.current = benchRecord(count)
        await frame()
      },
      async mount() {
        show(open(record.current ?? benchRecord(shownAtFirst)))
        while (!grid()?.querySelector('[data-row-id]')) await frame()
      },
      isReady: () => grid()?.querySelector('[data-row-id]') != null,
      scroller: grid,
      async openEditor(column) {
        const cell = grid()?.querySelector<HTMLElement>(`[data-row-id] [data-field=${column}]`)
        for (const type of ['mousedown', 'mouseup', 'click'])
          cell?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button: 0 }))
        while (!grid()?.querySelector(`[data-field=${column}] input`)) await frame()
      },
      validateAll: () => ({ errors: current?.model.problems().length ?? 0 }),
      async paste(count, columns) {
        const store = rows()
        const [first] = store?.rows ?? []
        const element = grid()
        if (!store || !first || !element) throw new Error('nothing to paste into')
        element.focus()
        const cell = element.querySelector<HTMLElement>(`[data-row-id="${first.id}"] [data-field=name]`)
        for (const type of ['mousedown', 'mouseup'])
          cell?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button: 0 }))
        // The press opened the cell's editor; the pasted block belongs to the grid.
        element.focus()
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', benchBlock(count, columns))
        const before = store.version
        element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
        while (store.version === before) await Promise.resolve().then(frame)
      },
      undo() {
        rows()?.undo()
      },
    }
  }, [first])

  useEffect(() => {
    window.__bench = bench
    return () => {
      delete window.__bench
    }
  }, [bench])

  return (
    <div className="pro-page">
      <div className="pro-sheet">
        <Space>
          {sizes.map((count) => (
            <Button key={count} onClick={() => void bench.prepare(count).then(bench.mount)}>
              {count.toLocaleString('en')} 行
            </Button>
          ))}
        </Space>
        {session ? (
          <ServicesProvider value={services}>
            <FieldTypesProvider value={fieldTypes}>
              <DocumentLoaderProvider value={documents}>
                <FormBody state={{ mode: 'edit', tab, setTab }} session={session} />
              </DocumentLoaderProvider>
            </FieldTypesProvider>
          </ServicesProvider>
        ) : null}
      </div>
    </div>
  )
}
