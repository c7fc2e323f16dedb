// @vitest-environment jsdom
import { DndContext } from '@dnd-kit/core'
import { cleanup, fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { LayoutCanvas } from '#designer/layout/LayoutCanvas.tsx'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../../screens/support.tsx'

// The drawing lags behind: it stays as it was at first.
vi.mock('react', async (original) => {
  const react = await original<typeof import('react')>()
  return { ...react, useDeferredValue: <T,>(value: T): T => react.useRef(value).current }
})

afterEach(cleanup)

const fields = ['fa', 'fb', 'fc'].map((key) => ({ key, title: key, type: 'input' }))
const shelf = {
  ...{ id: 'base/shelf', kind: 'screen', title: '书架', table: { name: 'bas_shelf' } },
  fields,
  form: { groups: [{ title: '组', fields: ['fa', 'fb', 'fc'] }] },
}

function Layout({ onWrite }: { onWrite(document: JsonObject): void }) {
  const [document, setDocument] = useState<JsonObject>(shelf)
  const change = (next: JsonObject) => {
    setDocument(next)
    onWrite(next)
  }
  return (
    <DndContext>
      <LayoutCanvas document={document} selected={[]} onSelect={vi.fn()} onChange={change} />
    </DndContext>
  )
}

it('a field moves on from where it is, also when the layout is not drawn again yet', () => {
  fakeWindow()
  const write = vi.fn()
  const { container } = draw(<Layout onWrite={write} />, buildRuntime(fakeHttp({})))
  const cell = container.querySelector('[data-layout-key="fa"]') as HTMLElement
  fireEvent.keyDown(cell, { key: 'ArrowDown', altKey: true })
  fireEvent.keyDown(cell, { key: 'ArrowDown', altKey: true })
  const groups = [{ title: '组', fields: ['fb', 'fc', 'fa'] }]
  expect(write).toHaveBeenLastCalledWith({ ...shelf, form: { groups } })
})
