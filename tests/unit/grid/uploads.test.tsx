// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import { rebase, settle } from '#runtime/record/rows/rebase.ts'
import { buildBill, cellAt, openTable } from './open-table.tsx'

afterEach(cleanup)

const underWay = '文件正在上传，请稍候'
const undone = '有文件上传失败，请重试或移除'

/** Uploads that end when the test ends them, in the order they began. */
function uploads() {
  const ways: { done(path: string): void; fail(): void; progress(percent: number): void }[] = []
  const upload = vi.fn(
    (_url: string, _form: FormData, { onProgress }: { onProgress(percent: number): void }) =>
      new Promise((resolve, reject) => {
        ways.push({
          done: (message) => resolve({ result: null, message }),
          fail: () => reject(new Error('磁盘已满')),
          progress: onProgress,
        })
      }),
  )
  return { ways, upload }
}

function open(rows: Record<string, unknown>[] = [{ id: 'a', ffiles: 'temp/old.pdf' }]) {
  const { ways, upload } = uploads()
  const notify = vi.fn()
  const opened = openTable(
    buildBill([
      { key: 'fname', title: '品名', type: 'input' },
      { key: 'ffiles', title: '附件', type: 'file' },
    ]),
    rows,
    notify,
    { runtime: { http: { upload } as unknown as Http } },
  )
  return { ...opened, ways, notify }
}
type Opened = ReturnType<typeof open>

async function choose({ hands, ways }: Opened, ...names: string[]) {
  await hands.click(cellAt('a', 'ffiles'))
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]:not([aria-label="明细文件"])')
    if (!found) throw new Error('no way to upload')
    return found
  })
  const before = ways.length
  await hands.upload(
    input,
    names.map((name) => new File(['x'], name)),
  )
  await waitFor(() => expect(ways).toHaveLength(before + names.length))
}
const leave = ({ hands }: Opened) => hands.click(cellAt('a', 'fname'))
const end = (run: () => void) => act(async () => run())

describe('a cell with pending uploads', () => {
  it('continues when it is left, shows the progress, blocks the save, and then stores the files', async () => {
    const opened = open()
    const { model, store, ways } = opened
    await choose(opened, 'a.pdf')
    await leave(opened)
    await end(() => ways[0]?.progress(40))
    await waitFor(() => expect(cellAt('a', 'ffiles').textContent).toContain('40%'))
    expect(store.findErrors('a')).toBeUndefined()
    expect(model.isChanged).toBe(true)
    expect(model.problems()).toEqual([{ path: '/items/0/ffiles', code: 'unsettled', text: underWay }])
    await end(() => ways[0]?.done('temp/a.pdf'))
    expect(store.row('a')?.ffiles).toBe('temp/old.pdf,temp/a.pdf')
    expect(model.problems()).toEqual([])
    expect(store.findErrors('a')).toBeUndefined()
  })

  it('stores nothing while an upload has failed, reports the failure in cell and form, and can retry the upload', async () => {
    const opened = open()
    const { model, store, ways, hands, notify } = opened
    await choose(opened, 'a.pdf', 'b.pdf')
    await leave(opened)
    await end(() => ways[0]?.done('temp/a.pdf'))
    await end(() => ways[1]?.fail())
    expect(notify).toHaveBeenCalledWith('error', 'b.pdf 上传失败. 磁盘已满')
    expect(store.row('a')?.ffiles).toBe('temp/old.pdf')
    expect(store.findErrors('a')).toEqual({ ffiles: undone })
    expect(cellAt('a', 'ffiles').textContent).toContain('上传失败')
    expect(model.problems()).toEqual([{ path: '/items/0/ffiles', code: 'unsettled', text: undone }])
    await hands.click(cellAt('a', 'ffiles'))
    fireEvent.click(await screen.findByRole('button', { name: '重试', hidden: true }))
    await waitFor(() => expect(ways).toHaveLength(3))
    await end(() => ways[2]?.done('temp/b.pdf'))
    expect(store.row('a')?.ffiles).toBe('temp/old.pdf,temp/a.pdf,temp/b.pdf')
    expect(store.findErrors('a')).toBeUndefined()
  })

  it('stores the other files when the failed one is removed', async () => {
    const opened = open()
    const { store, ways } = opened
    await choose(opened, 'a.pdf', 'b.pdf')
    await end(() => ways[0]?.done('temp/a.pdf'))
    await end(() => ways[1]?.fail())
    const line = (await screen.findByText('b.pdf')).closest('.ant-upload-list-item-container')
    fireEvent.click(line?.querySelector('.anticon-delete') as Element)
    await waitFor(() => expect(store.row('a')?.ffiles).toBe('temp/old.pdf,temp/a.pdf'))
    expect(store.findErrors('a')).toBeUndefined()
  })

  it('discards its uploads with its row, which returns without them', async () => {
    const opened = open()
    const { model, store, ways } = opened
    await choose(opened, 'a.pdf')
    act(() => store.remove(['a']))
    expect(model.hasPending).toBe(false)
    act(() => void store.undo())
    await end(() => ways[0]?.done('temp/a.pdf'))
    expect(store.row('a')?.ffiles).toBe('temp/old.pdf')
    expect(model.problems()).toEqual([])
  })

  it('keeps its uploads after a merge, and when its row is stored under another id', async () => {
    const opened = open([{ id: 'a', fname: '1' }])
    const { model, store, ways } = opened
    await choose(opened, 'a.pdf')
    act(() => void rebase(model, { id: '9', rev: 4, items: [{ id: 'a', fname: '2' }] }))
    let added = ''
    act(() => {
      added = store.insert(1, [{ fname: '新' }])[0] ?? ''
    })
    const kept = store.pending.get('a', 'ffiles')
    act(() => store.pending.set(added, 'ffiles', kept ?? null))
    const sent = { record: model.record, body: model.body('edit') }
    act(() =>
      settle(model, sent, {
        id: '9',
        rev: 5,
        items: [
          { id: 'a', fname: '2' },
          { id: 'n', fname: '新' },
        ],
      }),
    )
    expect(store.pending.get('n', 'ffiles')).toBe(kept)
    act(() => store.pending.set('a', 'ffiles', null))
    await end(() => ways[0]?.done('temp/a.pdf'))
    expect(store.row('n')?.ffiles).toBe('temp/a.pdf')
  })
})
