// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compileForm } from '../../runtime/compile/form.ts'
import { compileList } from '../../runtime/compile/list.ts'
import { fieldTypes } from '../../runtime/fields/index.ts'
import { appError } from '../../runtime/kernel/errors.ts'
import { permOf } from '../../runtime/schema/derive.ts'
import { publicView } from '../../runtime/schema/public.ts'
import type { StoredScreen } from '../../runtime/schema/types.ts'
import { screenKinds } from '../../runtime/screens/index.ts'
import { draw, fakeHttp, fakeWindow, runtimeOf } from '../unit/screens/support.tsx'

const files = import.meta.glob('../../schemas/**/*.json', { eager: true, import: 'default' })
const screens = Object.values(files).filter(
  (json): json is StoredScreen => (json as { kind?: string }).kind === 'screen',
)
const views = screens.map((screen) => publicView(screen))
const nobody = () => false

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe.each(views)('$title ($id)', (screen) => {
  const Kind = screenKinds[screen.list?.layout ?? 'normal']
  if (!Kind) throw new Error(`${screen.id} has a layout without a screen`)
  const open = (answer: unknown, can = (_code: string) => true) =>
    draw(
      <Suspense>
        <Kind screen={screen} />
      </Suspense>,
      runtimeOf(fakeHttp({ [compileList(screen, { types: fieldTypes, can }).url.list]: answer }), {
        types: fieldTypes,
        can,
      }),
    )

  it('says so when nothing exists yet', async () => {
    open({ records: [], total: 0 })
    expect(await page.findByText(`还没有${screen.title}`)).toBeTruthy()
  })

  it('draws a page of rows that hold nothing but an id', async () => {
    open({ records: [{ id: '77' }], total: 1 })
    await waitFor(() => expect(document.querySelector('[data-row-id="77"]')).not.toBeNull())
    const { columns } = compileList(screen, { types: fieldTypes, can: () => true })
    for (const { key } of columns) expect(document.querySelector(`[data-field="${key}"]`)).not.toBeNull()
  })

  it('shows the refusal of a list without the right (510)', async () => {
    open(appError('NO_DATA_PERMISSION'))
    expect(await page.findByText('没有权限，请联系管理员授权')).toBeTruthy()
  })

  it('draws no action for who holds nothing', async () => {
    open({ records: [{ id: '77' }], total: 1 }, nobody)
    await waitFor(() => expect(document.querySelector('[data-row-id="77"]')).not.toBeNull())
    expect(page.queryByRole('button', { name: '新增' })).toBeNull()
    expect(page.queryByRole('columnheader', { name: '操作' })).toBeNull()
  })

  it('compiles its forms with all rights and with none, every field of a known type', () => {
    const binding = { scope: () => null, watch: () => {}, check: () => null }
    for (const mode of ['add', 'edit', 'detail'] as const) {
      const all = compileForm(screen, mode, { types: fieldTypes, can: () => true }, binding)
      const none = compileForm(screen, mode, { types: fieldTypes, can: nobody }, binding)
      expect(all.order.length).toBeGreaterThan(0)
      const guarded = screen.fields.filter((field) => field.access?.read).map((field) => field.key)
      for (const key of guarded) expect(none.order).not.toContain(key)
      expect(all.order.filter((key) => !none.order.includes(key)).every((key) => guarded.includes(key))).toBe(
        true,
      )
    }
    expect(permOf(screen)).not.toBe('')
  })
})
