// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Inspection } from '#designer/api.ts'
import type { Design } from '#designer/draft/useDesign.ts'
import { Release } from '#designer/release/Release.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../../screens/support.tsx'

beforeEach(() => fakeWindow())
afterEach(cleanup)

const shelf = { id: 'base/shelf', kind: 'screen', title: '书架', table: { name: 'base_shelf' }, fields: [] }
const step = { text: '删去列 fold', additive: false, blocks: true, rows: 3, samples: [] }
const inspection: Inspection = {
  ...{ problems: [], warnings: [], steps: [step], renames: [], named: null, companions: [] },
}

/** Draws the dialog with an inspection of the present document, or of an earlier one. */
function open(isInspected: boolean) {
  const design = { base: shelf, document: { ...shelf, title: '木架' }, inspection, isInspected }
  const props = { pastedRows: 0, onClose: vi.fn(), onReleased: vi.fn() }
  draw(<Release {...props} design={design as unknown as Design} />, buildRuntime(fakeHttp({})))
}
const releaseButton = () => page.getByRole('button', { name: '发布' })

it('a document that is not inspected yet is not released, and shows no steps of an earlier one', () => {
  open(false)
  expect(page.getByText('正在检查…')).toBeTruthy()
  expect(page.queryByText(/删去列 fold/)).toBeNull()
  expect(page.queryByLabelText(/base_shelf/)).toBeNull()
  expect(releaseButton()).toHaveProperty('disabled', true)
})

it('an inspected document shows its steps', () => {
  open(true)
  expect(page.queryByText('正在检查…')).toBeNull()
  expect(page.getByText(/删去列 fold/)).toBeTruthy()
})
