// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FileViewer } from '#runtime/fields/kit/viewer/FileViewer.tsx'
import { viewedFiles, viewKind } from '#runtime/fields/kit/viewer/viewed-file.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { Preview } from '#runtime/record/file-preview.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime } from './stage.tsx'

afterEach(cleanup)

const stored = (extension: string) => `temp/${'a'.repeat(32)}.${extension}`
const buildFiles = (...paths: string[]) =>
  viewedFiles(paths.map((filePath) => ({ fileName: filePath.slice(-8), filePath })))

/** Draws the viewer over files; `preview` is the answer of the server about each. */
function show(paths: readonly string[], preview: Partial<Preview> | Error = {}) {
  const onClose = vi.fn()
  const get = vi.fn(async (_url: string, params?: Record<string, unknown>) => {
    if (preview instanceof Error) throw preview
    return { name: `原名 ${String(params?.path).slice(-4)}`, size: 2048, ...preview } as never
  })
  renderIn(
    stageRuntime({ http: { ...silentHttp, get } }),
    <FileViewer files={buildFiles(...paths)} start={0} onClose={onClose} />,
  )
  return { onClose, get }
}

it('the kind of a file is that of its stored path; texts of other servers are only downloaded', () => {
  const kinds = buildFiles(
    stored('png'),
    stored('xlsx'),
    stored('zip'),
    'https://a.cn/b.txt',
    'https://a.cn/b.png',
  )
  expect(kinds.map(viewKind)).toEqual(['picture', 'table', null, null, 'picture'])
  expect(viewKind({ name: 'a.pdf', url: '', path: stored('docx'), canDownload: true })).toBeNull()
})

it('arrow keys move between the files, a picture turns and grows, and Esc closes', async () => {
  const { onClose } = show([stored('png'), stored('zip')])
  const picture = await screen.findByRole('img', { name: '原名 .png' })
  expect(picture.getAttribute('src')).toBe(`/jeecg-boot/sys/common/static/${stored('png')}?view=1`)
  await userEvent.click(screen.getByRole('button', { name: '向右转' }))
  expect(picture.style.transform).toContain('rotate(90deg)')
  await userEvent.click(screen.getByRole('button', { name: '放大' }))
  expect(screen.getByText('125%')).toBeTruthy()
  fireEvent.keyDown(picture, { key: 'ArrowRight' })
  expect(await screen.findByText('这种文件不能在线查看')).toBeTruthy()
  expect(screen.getByText('2 / 2')).toBeTruthy()
  expect(screen.getByRole('link', { name: /下载/ }).getAttribute('download')).toBe('原名 .zip')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', keyCode: 27 })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

it.each([
  ['image', stored('png')],
  ['image', stored('zip')],
  ['file', stored('png')],
])('a field %s without downloads shows %s without one', async (type, path) => {
  const field = { key: 'f', title: '书影', type, allowDownload: false }
  renderIn(
    stageRuntime({ http: { ...silentHttp, get: async () => ({ name: '正面', size: 1 }) as never } }),
    <Form type={getType(type)} field={field} initial={{ f: path }} onValues={() => undefined} />,
  )
  const list = await screen.findByRole('group', { name: '书影' })
  const opener = list.querySelector<HTMLElement>('[title="预览文件"], .ant-upload-list-item-name')
  if (!opener) throw new Error('the file cannot be opened')
  fireEvent.click(opener)
  expect(await screen.findByText(path.endsWith('png') ? '正面' : '这种文件不能在线查看')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /关\s*闭/ })).toBeTruthy()
  expect(screen.queryByText('下载')).toBeNull()
  expect(screen.queryByText('请下载后用相应的软件查看')).toBeNull()
})

it('a picture or a film that the browser cannot read says what to do', async () => {
  show([stored('png'), stored('mp4')])
  fireEvent.error(await screen.findByRole('img', { name: '原名 .png' }))
  expect(screen.getByRole('alert').textContent).toContain(
    '这张图片已损坏，或者浏览器不认识它的格式，请下载后查看',
  )
  fireEvent.keyDown(screen.getByRole('alert'), { key: 'ArrowRight' })
  const film = await screen.findByLabelText('原名 .mp4', { selector: 'video' })
  fireEvent.error(film)
  expect(screen.getByRole('alert').textContent).toContain('这段视频已损坏')
})

it('a long text says that it is cut', async () => {
  show([stored('txt')], { text: '地方志', isCut: true })
  expect(await screen.findByText('地方志')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('文件有 2 KB，这里只显示开头一段，请下载后查看全文')
})

it('a workbook has a tab for each sheet, and says how many rows are left out', async () => {
  const sheets = [
    { name: '目录', rows: [['编号', '名称'], ['1']], total: 900 },
    { name: '附录', rows: [], total: 0 },
  ]
  show([stored('xlsx')], { sheets })
  expect(await screen.findByRole('cell', { name: '名称' })).toBeTruthy()
  expect(screen.getAllByRole('row')[1]?.querySelectorAll('td')).toHaveLength(2)
  expect(screen.getByRole('alert').textContent).toContain('共 900 行，这里只显示前 2 行')
  await userEvent.click(screen.getByRole('tab', { name: '附录' }))
  expect(screen.getByText('这张表是空的')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('the reason of the server is shown; only a broken line can be tried again', async () => {
  show([stored('xlsx')], appError('BUSINESS', { text: '这个表格有密码' }))
  expect((await screen.findByRole('alert')).textContent).toContain('这个表格有密码')
  expect(screen.queryByRole('button', { name: '再试一次' })).toBeNull()
})

it('after a broken line the file is read again', async () => {
  const { get } = show([stored('txt')], appError('NETWORK'))
  await userEvent.click(await screen.findByRole('button', { name: '再试一次' }))
  await waitFor(() => expect(get).toHaveBeenCalledTimes(2))
})
