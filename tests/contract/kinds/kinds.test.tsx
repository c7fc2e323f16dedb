// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { compileForm } from '#runtime/compile/form/form.ts'
import { compileList } from '#runtime/compile/list.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { publicView } from '#runtime/schema/compose/public.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { layoutPlan } from '#runtime/schema/layouts/plans.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { layoutViews, pageViews } from '#runtime/screens/index.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../../unit/screens/support.tsx'
import { buildDates, open as openSample, shipped, stages } from './kind-stage.tsx'

const screens = shipped.filter((json): json is StoredScreen => json.kind === 'screen')
const views = screens.map((screen) => publicView(screen))
const nobody = () => false

const complain = vi.spyOn(console, 'error')
beforeEach(() => {
  complain.mockClear()
  fakeWindow()
})
afterEach(() => {
  expect(complain).not.toHaveBeenCalled()
  cleanup()
  vi.unstubAllGlobals()
})

/** The first two screens of each layout, and every sixth of all. Each screen is opened in the browser tests. */
const drawn = new Set(
  views.filter((screen, at) => {
    const { name } = layoutPlan(screen)
    const before = views.slice(0, at).filter((other) => layoutPlan(other).name === name).length
    return before < 2 || at % 6 === 0
  }),
)

// Empty lists, refusals and failures are the same for all documents of a kind; its sample proves them below.
describe.each(views)('$title ($id)', (screen) => {
  const layout = layoutPlan(screen)
  const Kind = layoutViews[layout.name]
  if (!Kind) throw new Error(`${screen.id} has a layout without a screen`)
  const plan = compileList(screen, { types: fieldTypes, can: () => true })
  const open = (answer: unknown, can = (_code: string) => true) => {
    const { url } = compileList(screen, { types: fieldTypes, can })
    const summary = url.summary === undefined ? {} : { [url.summary]: { totals: {}, groups: [] } }
    const http = fakeHttp({ '/schema/index': [], [url.list]: answer, ...summary })
    return draw(
      <Suspense>
        <Kind screen={screen} />
      </Suspense>,
      buildRuntime(http, { types: fieldTypes, can }),
    )
  }

  const itIfDrawn = drawn.has(screen) ? it : () => {}
  itIfDrawn('draws a page of rows without optional values', async () => {
    open({ records: [{ id: '77', ...buildDates(screen) }], total: 1 })
    await waitFor(() => expect(document.querySelector('[data-row-id="77"]')).not.toBeNull())
    for (const { key } of layout.records === 'drawing' ? [] : plan.columns)
      expect(document.querySelector(`[data-field="${key}"]`)).not.toBeNull()
  })

  itIfDrawn('draws no action for a user without rights', async () => {
    open({ records: [{ id: '77', ...buildDates(screen) }], total: 1 }, nobody)
    await waitFor(() => expect(document.querySelector('[data-row-id="77"]')).not.toBeNull())
    expect(page.queryByRole('button', { name: '新增' })).toBeNull()
    expect(page.queryByRole('columnheader', { name: '操作' })).toBeNull()
  })

  it('compiles its forms with all rights and with none, every field of a known type', () => {
    const binding = { scope: () => () => null, watch: () => {}, check: () => null }
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
    expect(getPerm(screen)).not.toBe('')
  })
})

it('has a sample of every kind of screen and document in the catalogue', () => {
  const kinds = [...Object.keys(layoutViews).map((layout) => `screen ${layout}`), ...Object.keys(pageViews)]
  expect([...new Set(stages.map(({ kind }) => kind))].sort()).toEqual(kinds.sort())
})

describe.each(stages)('$kind with any server response ($name)', (stage) => {
  it('shows an empty state when there are no rows', async () => {
    const { face, asked } = openSample(stage)
    ;(await asked(0)).answer(face.answer())
    await face.showsNothing()
  })

  it('shows a single record', async () => {
    const { face, asked } = openSample(stage)
    ;(await asked(0)).answer(face.answer('唯一的一条'))
    await face.shows('唯一的一条')
  })

  it('shows a refusal (510) as a refusal', async () => {
    const { face, asked } = openSample(stage)
    ;(await asked(0)).fail(appError('NO_DATA_PERMISSION'))
    await face.showsRefusal()
  })

  it('shows a server failure (500), and loads after a retry', async () => {
    const { face, calls, asked } = openSample(stage)
    ;(await asked(0)).fail(appError('INTERNAL'))
    const text = await page.findByText(/操作失败，请联系管理员/)
    const place = text.closest<HTMLElement>('[role=alert]') ?? document.body
    const before = calls.length
    await userEvent.click(within(place).getByRole('button', { name: '再试一次' }))
    ;(await asked(before)).answer(face.answer('第二次才来'))
    await face.shows('第二次才来')
    expect(page.queryByText(/操作失败，请联系管理员/)).toBeNull()
  })

  it('waits for a slow server without an error, and shows the answer', async () => {
    // Time goes on by itself, and faster where the test says so.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const { container, face, asked, notify } = openSample(stage)
    const call = await asked(0)
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await waitFor(() =>
      expect(container.ownerDocument.querySelector('[role=status], [aria-busy=true]')).not.toBeNull(),
    )
    expect(page.queryByRole('alert')).toBeNull()
    call.answer(face.answer('来得晚'))
    await face.shows('来得晚')
    expect(notify).not.toHaveBeenCalled()
  })

  it('aborts its request without a notice when it is closed', async () => {
    const { unmount, asked, notify } = openSample(stage)
    const call = await asked(0)
    unmount()
    await waitFor(() => expect(call.signal?.aborted).toBe(true))
    expect(notify).not.toHaveBeenCalled()
  })

  const asks = stage.asks
  if (asks === undefined) return
  it('shows the newer of two quick searches, whichever answer arrives first', async () => {
    const { face, asked, calls } = openSample(stage)
    ;(await asked(0)).answer(face.answer('起初'))
    await face.shows('起初')
    const search = (words: string) => {
      const before = calls.length
      fireEvent.change(page.getByLabelText(asks), { target: { value: words } })
      fireEvent.click(page.getByRole('button', { name: '查询' }))
      return asked(before)
    }
    for (const [older, newer, order] of [
      ['甲', '乙', [0, 1]],
      ['丙', '丁', [1, 0]],
    ] as const) {
      const names = [`${older}的结果`, `${newer}的结果`]
      const found = [await search(older), await search(newer)] as const
      for (const at of order) found[at].answer(face.answer(names[at] as string))
      await face.shows(`${newer}的结果`)
      expect(page.queryByText(`${older}的结果`)).toBeNull()
    }
  })
})
