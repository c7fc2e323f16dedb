// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as live from '#runtime/data/live.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { RecordActions } from '#runtime/screens/form/foot/RecordActions.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const comment = (id: string, commentContent: string, more: object = {}) => ({
  id,
  fromUserId: `u${id}`,
  fromUserId_dictText: `写的人${id}`,
  toUserId_dictText: null,
  commentId: null,
  commentContent,
  createTime: `2026-03-0${id} 09:00:00`,
  fileList: [],
  isRemovable: false,
  ...more,
})
const list = '/sys/comment/listByForm'
const buildPage = (...records: object[]) => ({ records, total: records.length })

function open(answers: Record<string, unknown> = { [list]: buildPage() }) {
  const http = fakeHttp(answers)
  http.send.mockResolvedValue({ result: 'c9', message: '评论已发出' })
  draw(<RecordActions screen={book} id="7" />, buildRuntime(http))
  return { http, answers }
}
const openComments = async () => {
  await userEvent.click(await page.findByRole('button', { name: /^评论/ }))
  return await page.findByRole('textbox', { name: '写评论' })
}

let frame: (frame: live.LiveFrame) => void = () => undefined
beforeEach(() => {
  fakeWindow()
  vi.spyOn(live, 'onLive').mockImplementation((listener) => {
    frame = listener
    return () => undefined
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the comments of a record', () => {
  it('are counted on the button and shown beside the history, oldest first, with mentions, quotes and files', async () => {
    const file = { name: '收据.png', url: 'comment/a.png', fileSize: 2048, type: 'image' }
    open({
      [list]: buildPage(
        comment('1', '请 @王五[wangwu] 核对 <b>数量</b>', { fileList: [file] }),
        comment('2', '已核对', { commentId: '1', toUserId_dictText: '写的人1' }),
      ),
    })
    expect(await page.findByRole('button', { name: '评论 2' })).toBeTruthy()
    const box = await openComments()
    await waitFor(() => expect(document.activeElement).toBe(box))
    const items = await page.findAllByRole('listitem')
    expect(items[0]?.querySelector('p')?.textContent).toBe('请 @王五 核对 <b>数量</b>')
    expect(items[0]?.querySelector('mark')?.textContent).toBe('@王五')
    const link = page.getByRole('link', { name: /收据\.png/ })
    expect(link.getAttribute('href')).toContain('comment/a.png')
    expect(page.getByText('2 KB')).toBeTruthy()
    expect(page.getByText('回复 写的人1')).toBeTruthy()
    expect(document.querySelector('blockquote')?.textContent).toBe('请 @王五 核对 <b>数量</b>')
    expect(page.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['评论 2', '历史'])
  })

  it('are sent by Ctrl+Enter, with the note of the server, and keep what was typed when that fails', async () => {
    const { http, answers } = open()
    const box = await openComments()
    expect(await page.findByText('还没有评论')).toBeTruthy()
    await userEvent.type(box, '请看一下')
    http.send.mockRejectedValueOnce(appError('BUSINESS', { text: '评论最多 2000 个字' }))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect((await page.findByText('评论最多 2000 个字')).getAttribute('role')).toBe('status')
    expect((box as HTMLTextAreaElement).value).toBe('请看一下')
    answers[list] = buildPage(comment('1', '请看一下'))
    http.send.mockResolvedValueOnce({
      result: 'c9',
      message: '评论已发出；「王五」看不到这条记录，没有收到通知',
    })
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await page.findByText(/「王五」看不到这条记录/)).toBeTruthy()
    expect(http.send).toHaveBeenLastCalledWith('POST', '/sys/comment/addText', {
      tableName: book.id,
      tableDataId: '7',
      commentContent: '请看一下',
      commentId: '',
    })
    expect((box as HTMLTextAreaElement).value).toBe('')
    expect(await page.findByRole('tab', { name: '评论 1' })).toBeTruthy()
  })

  it('that lost an attachment are sent once, and the next press sends only what is left', async () => {
    const { http } = open()
    http.upload.mockImplementation((async (_url: string, form: FormData) => ({
      message: `comment/${(form.get('file') as File).name}`,
    })) as never)
    const box = await openComments()
    await userEvent.type(box, '见附件')
    const files = ['a.txt', 'b.txt'].map((name) => new File([name], name))
    await userEvent.upload(page.getByLabelText('选择附件'), files)
    await page.findByText('b.txt')
    const sent = (url: string) =>
      http.send.mock.calls.filter((call) => call[1] === url).map((call) => call[2] as object)
    let isLost = true
    http.send.mockImplementation((async (_method: string, _url: string, body: { savePath?: string }) => {
      if (isLost && body.savePath?.includes('b.txt')) throw appError('BUSINESS', { text: '网络不通' })
      return { result: 'c9', message: '评论已发出' }
    }) as never)
    await userEvent.click(page.getByRole('button', { name: '发送' }))
    expect(await page.findByText('评论已发出，附件没有跟上（网络不通），再按发送只补附件')).toBeTruthy()
    expect([page.queryByText('a.txt'), page.queryByText('b.txt') === null]).toEqual([null, false])
    isLost = false
    await userEvent.click(await page.findByRole('button', { name: '发送' }))
    expect(await page.findByText('附件已补上')).toBeTruthy()
    expect(sent('/sys/comment/addText')).toHaveLength(1)
    expect(sent('/sys/comment/appAddFile').at(-1)).toEqual({ commentId: 'c9', savePath: 'comment/b.txt' })
    expect(sent('/sys/comment/appAddFile')).toHaveLength(3)
  })

  it('offer users behind @ and write the chosen one with the account', async () => {
    const { http } = open({
      [list]: buildPage(),
      '/sys/comment/people': [{ id: 'w', username: 'wangwu', realname: '王五' }],
    })
    const box = await openComments()
    await userEvent.type(box, '@wang')
    await userEvent.click(await page.findByRole('menuitem', { name: /王五/ }))
    await waitFor(() => expect((box as HTMLTextAreaElement).value).toBe('@王五[wangwu] '))
    await userEvent.clear(box)
    expect(http.get).toHaveBeenCalledWith(
      '/sys/comment/people',
      { tableName: book.id, tableDataId: '7', keyword: 'wang' },
      expect.anything(),
    )
  })

  it('are answered and removed where the server allows it, after a question', async () => {
    const { http, answers } = open({
      [list]: buildPage(comment('1', '一'), comment('2', '二', { isRemovable: true })),
    })
    const box = await openComments()
    await userEvent.click(await page.findByRole('button', { name: '回复 写的人1' }))
    await waitFor(() => expect(document.activeElement).toBe(box))
    await userEvent.type(box, '好')
    await userEvent.click(page.getByRole('button', { name: '发送' }))
    expect(http.send.mock.lastCall?.[2]).toMatchObject({ commentContent: '好', commentId: '1' })
    expect(page.queryByRole('button', { name: '删除 写的人1 的评论' })).toBeNull()
    await userEvent.click(page.getByRole('button', { name: '删除 写的人2 的评论' }))
    const question = await page.findByRole('tooltip')
    answers[list] = buildPage(comment('1', '一'))
    await userEvent.click(within(question).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(page.queryByText('二')).toBeNull())
    expect(http.send).toHaveBeenLastCalledWith('DELETE', '/sys/comment/deleteOne', undefined, {
      params: { id: '2' },
    })
  })

  it('are read again when somebody changed something', async () => {
    const { answers } = open()
    await page.findByRole('button', { name: '评论' })
    answers[list] = buildPage(comment('1', '新的'))
    act(() => frame({ cmd: 'changed' } as live.LiveFrame))
    expect(await page.findByRole('button', { name: '评论 1' })).toBeTruthy()
  })

  it('say that they were not read, with another try', async () => {
    const { answers } = open({ [list]: appError('BUSINESS', { text: '系统繁忙' }) })
    await openComments()
    expect(await page.findByText('没有读到评论')).toBeTruthy()
    answers[list] = buildPage(comment('1', '在'))
    await userEvent.click(page.getByRole('button', { name: '再试一次' }))
    expect(await page.findByText('在')).toBeTruthy()
  })
})
