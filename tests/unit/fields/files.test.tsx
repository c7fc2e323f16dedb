// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLookup } from '#runtime/data/dict.ts'
import type { Http } from '#runtime/data/http.ts'
import { fileUrl } from '#runtime/fields/kit/files/paths.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import type { Field } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime } from './stage.tsx'

afterEach(cleanup)
const last = (spy: ReturnType<typeof vi.fn>): unknown => spy.mock.lastCall?.[0]
const lookup = createLookup(() => undefined)
const storing = () =>
  vi.fn(async (_url: string, form: FormData) => ({
    result: null,
    message: `temp/${(form.get('file') as File).name}`,
  }))
const withUpload = (upload: unknown) =>
  stageRuntime({ http: { ...silentHttp, upload: upload as Http['upload'] } })

async function choose(title: string, file: File) {
  const group = await screen.findByRole('group', { name: title })
  const input = group.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no file input')
  await userEvent.upload(input, file)
}

describe('files as objects', () => {
  const field: Field = { key: 'f', title: '附件', type: 'upload', returnUrl: false }
  const stored = { fileName: '目录.pdf', filePath: 'temp/1.pdf', fileSize: 12 }
  const type = fieldValues.get('upload')

  it('contain name and size when the document requests objects', async () => {
    const values = vi.fn()
    renderIn(
      withUpload(storing()),
      <Form type={getType('upload')} field={field} initial={{ f: [stored] }} onValues={values} />,
    )
    expect(await screen.findByText('目录.pdf')).toBeTruthy()
    await choose('附件', new File(['xyz'], 'new.pdf'))
    await waitFor(() =>
      expect(last(values)).toEqual({
        f: [stored, { fileName: 'new.pdf', filePath: 'temp/new.pdf', fileSize: 3 }],
      }),
    )
  })

  it('are read from the paths of an older document, and become paths again', () => {
    expect(type?.fromWire('temp/1.pdf', field)).toEqual([
      { fileName: '1.pdf', filePath: 'temp/1.pdf', fileSize: 0 },
    ])
    expect(type?.fromWire([stored, stored], { ...field, returnUrl: true })).toBe('temp/1.pdf,temp/1.pdf')
    expect(type?.column(field)).toEqual({ type: 'jsonb' })
    const text = type?.toText([stored], field, lookup, 'full') ?? ''
    expect(type?.fromText(text, field, lookup)).toEqual({ ok: true, value: [stored] })
    // Text pasted from another column is no file.
    expect(['3', '1.5', '宣纸'].map((word) => type?.fromText(word, field, lookup).ok)).toEqual([
      false,
      false,
      false,
    ])
  })

  it.each([[[{ fileName: 'a' }]], [[1]], [{}], [[{ ...stored, filePath: '../etc/passwd' }]]])(
    'are refused when the value is %j',
    (raw) => expect(type?.check(raw, field, lookup)).not.toBeNull(),
  )
})

describe('the address of a stored file', () => {
  it.each([
    ['https://host/a.png', {}, 'https://host/a.png'],
    ['https://host/a.png', { fileType: 'mongodb' as const }, 'https://host/a.png'],
    ['temp/书影 1.png', {}, '/jeecg-boot/sys/common/static/temp/%E4%B9%A6%E5%BD%B1%201.png'],
    ['//evil.example/a.png', {}, '/jeecg-boot/sys/common/static/evil.example/a.png'],
    [
      '5f&a=1',
      { fileType: 'mongodb' as const },
      '/jeecg-boot/system/sysFile/opendownload?id=5f%26a%3D1&token=t',
    ],
  ])('of %s with %j is %s', (path, settings, url) => {
    expect(fileUrl(path, settings, 't')).toBe(url)
  })

  it('contains the token only when the field stores its files elsewhere', () => {
    const { Cell } = getType('file')
    const runtime = stageRuntime({ token: () => 'secret' })
    const link = (over: Partial<Field>) => {
      const field: Field = { key: 'f', type: 'file', ...over }
      renderIn(runtime, <Cell value="5f" field={field} row={{}} />)
      const href = screen.getByRole('link').getAttribute('href')
      cleanup()
      return href
    }
    expect(link({})).toBe('/jeecg-boot/sys/common/static/5f')
    expect(link({ fileType: 'mongodb' })).toContain('token=secret')
  })
})

describe('files in a cell', () => {
  const field: Field = { key: 'f', title: '附件', type: 'file' }
  const editor = (runtime: ReturnType<typeof stageRuntime>, over: Partial<Field> = {}, value?: string) => {
    const { CellEditor } = getType('file')
    const changed = vi.fn()
    if (!CellEditor) throw new Error('no cell editor')
    renderIn(
      runtime,
      <CellEditor
        autoFocus
        value={value ?? null}
        field={{ ...field, ...over }}
        onChange={changed}
        values={{}}
        patch={() => {}}
      />,
    )
    return changed
  }

  it('show an empty text in a box of 520 by 200, and upload with isup', async () => {
    const upload = storing()
    const changed = editor(withUpload(upload))
    const box = await screen.findByRole('dialog', { name: '附件', hidden: true })
    expect([box.style.width, box.style.height]).toEqual(['520px', '200px'])
    expect(screen.getByText('未上传任何文件')).toBeTruthy()
    const input = box.querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('no file input')
    await userEvent.upload(input, new File(['x'], 'a.pdf'))
    await waitFor(() => expect(last(changed)).toBe('temp/a.pdf'))
    const form = upload.mock.calls[0]?.[1]
    expect([form?.get('isup'), form?.get('biz')]).toEqual(['1', null])
  })

  it('show five characters of their name, and no link when downloads are not allowed', () => {
    const { Cell } = getType('file')
    renderIn(stageRuntime(), <Cell value="a/光绪余杭县志.pdf" field={field} row={{}} />)
    expect(screen.getByRole('link').textContent).toBe('光绪余杭县…')
    expect(screen.getByRole('link').getAttribute('title')).toBe('光绪余杭县志.pdf')
    cleanup()
    renderIn(stageRuntime(), <Cell value="a/1.pdf" field={{ ...field, allowDownload: false }} row={{}} />)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('have no remove button when removing is not allowed', async () => {
    editor(stageRuntime(), { allowRemove: false }, 'a/1.pdf')
    await screen.findByText('点击上传')
    expect(document.querySelector('.ant-upload-list-item')).toBeTruthy()
    expect(document.querySelector('.ant-upload-list-item-card-actions, .anticon-delete')).toBeNull()
  })
})

vi.mock('react-easy-crop', async () => {
  const { useEffect } = await import('react')
  type Part = { x: number; y: number; width: number; height: number }
  type Props = { aspect: number; onCropComplete(percent: Part, pixels: Part): void }
  return {
    default: ({ aspect, onCropComplete }: Props) => {
      const part = { x: 0, y: 0, width: 100 * aspect, height: 100 }
      useEffect(() => {
        onCropComplete(part, part)
      }, [])
      return <p>{`比例 ${aspect}`}</p>
    },
  }
})

describe('cropped pictures', () => {
  const field: Field = { key: 'f', title: '书影', type: 'image', crop: 1.5 }
  const stub = () => {
    const drawn = vi.fn()
    vi.stubGlobal('createImageBitmap', async () => ({ close() {} }))
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: drawn } as never)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
      done(new Blob(['cut'], { type })),
    )
    URL.createObjectURL = () => 'blob:x'
    URL.revokeObjectURL = () => {}
    return drawn
  }
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('are uploaded as the chosen part in the ratio of the document', async () => {
    const drawn = stub()
    const upload = storing()
    const values = vi.fn()
    renderIn(withUpload(upload), <Form type={getType('image')} field={field} onValues={values} />)
    await choose('书影', new File(['whole'], '原图.gif', { type: 'image/gif' }))
    expect(await screen.findByText('比例 1.5')).toBeTruthy()
    expect(upload).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: /确\s*定/ }))
    await waitFor(() => expect(last(values)).toEqual({ f: 'temp/原图.png' }))
    expect(drawn.mock.calls[0]?.slice(1)).toEqual([0, 0, 150, 100, 0, 0, 150, 100])
    expect(upload.mock.calls[0]?.[1].get('file')).toHaveProperty('size', 3)
  })

  it('are not stored when the cropping is cancelled', async () => {
    stub()
    const upload = storing()
    renderIn(withUpload(upload), <Form type={getType('image')} field={field} />)
    await choose('书影', new File(['whole'], 'a.png', { type: 'image/png' }))
    await userEvent.click(await screen.findByRole('button', { name: /取\s*消/ }))
    await waitFor(() => expect(screen.queryByText('比例 1.5')).toBeNull())
    expect(upload).not.toHaveBeenCalled()
    expect(document.querySelector('.ant-upload-list-item')).toBeNull()
  })
})

describe('a failed upload in a cell', () => {
  const fail = async () => Promise.reject(new Error('磁盘已满'))
  const put = async (word: string, runtime: ReturnType<typeof stageRuntime>) => {
    const { CellEditor } = getType(word)
    if (!CellEditor) throw new Error('no cell editor')
    const field: Field = { key: 'f', title: '书影', type: word }
    renderIn(
      runtime,
      <CellEditor autoFocus value={null} field={field} onChange={() => {}} values={{}} patch={() => {}} />,
    )
    const box = await screen.findByRole('dialog', { name: '书影', hidden: true })
    const input = box.querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('no file input')
    await userEvent.upload(input, new File(['x'], 'a.png', { type: 'image/png' }))
  }

  it('shows its reason in a dialog when the file is a picture', async () => {
    await put('image', withUpload(fail))
    expect(await screen.findByText('上传出错')).toBeTruthy()
    expect(screen.getByText('错误信息：磁盘已满')).toBeTruthy()
  })

  it('shows its reason in a notice otherwise, and 未知错误 without a reason', async () => {
    const notify = vi.fn()
    const upload = async () => ({ result: null, message: '' })
    const http = { ...silentHttp, upload: upload as unknown as Http['upload'] }
    await put('file', stageRuntime({ notify, http }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('error', '未知错误'))
  })
})

describe('pictures', () => {
  const field: Field = { key: 'f', title: '书影', type: 'image' }

  it('change their order by the arrows that appear under the pointer', async () => {
    const notify = vi.fn()
    const values = vi.fn()
    renderIn(
      stageRuntime({ notify }),
      <Form type={getType('image')} field={field} initial={{ f: 'a/1.png,a/2.png' }} onValues={values} />,
    )
    await waitFor(() => expect(document.querySelectorAll('.ant-upload-list-item')).toHaveLength(2))
    const [first, second] = [...document.querySelectorAll('.ant-upload-list-item')].map(
      (item) => item.parentElement as HTMLElement,
    )
    if (!first || !second) throw new Error('two pictures')
    expect(screen.queryByRole('button', { name: '1.png 左移' })).toBeNull()
    fireEvent.mouseEnter(first)
    fireEvent.click(screen.getByRole('button', { name: '1.png 左移' }))
    expect(notify).toHaveBeenLastCalledWith('warning', '未知的操作')
    fireEvent.mouseEnter(second)
    fireEvent.click(screen.getByRole('button', { name: '2.png 右移' }))
    expect(notify).toHaveBeenLastCalledWith('warning', '已到最后~')
    expect(values).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: '1.png 右移' }))
    expect(last(values)).toEqual({ f: 'a/2.png,a/1.png' })
  })

  it('show their arrows until 100 ms after the pointer has left', async () => {
    renderIn(stageRuntime(), <Form type={getType('image')} field={field} initial={{ f: 'a/1.png' }} />)
    await waitFor(() => expect(document.querySelector('.ant-upload-list-item')).toBeTruthy())
    const frame = document.querySelector('.ant-upload-list-item')?.parentElement as HTMLElement
    vi.useFakeTimers()
    fireEvent.mouseEnter(frame)
    fireEvent.mouseLeave(frame)
    act(() => void vi.advanceTimersByTime(90))
    expect(screen.queryByRole('button', { name: '1.png 右移' })).toBeTruthy()
    act(() => void vi.advanceTimersByTime(20))
    expect(screen.queryByRole('button', { name: '1.png 右移' })).toBeNull()
    vi.useRealTimers()
  })

  it('open in a large preview from a cell', async () => {
    const { Cell } = getType('image')
    renderIn(stageRuntime(), <Cell value="a/1.png,a/2.png" field={field} row={{}} />)
    await userEvent.click(screen.getByRole('button', { name: '查看书影' }))
    const picture = await screen.findByRole('img', { name: '1.png' })
    expect(picture.getAttribute('src')).toBe('/jeecg-boot/sys/common/static/a/1.png')
  })
})
