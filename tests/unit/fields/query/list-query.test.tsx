// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import { QueryValue } from '#runtime/fields/kit/query/QueryValue.tsx'
import type { Field, PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { getType, renderIn, silentHttp, stageRuntime } from '../stage.tsx'

afterEach(cleanup)

function Item({ field, start, onChange }: { field: Field; start: string; onChange(value: unknown): void }) {
  const [params, setParams] = useState<Record<string, string>>({ f_MultiString: start })
  const change = (next: Record<string, string>) => {
    onChange(next.f_MultiString)
    setParams(next)
  }
  return <QueryValue type={getType(field.type)} field={field} params={params} onChange={change} />
}

/** Draws a query item with the rule `in`, and returns its last value. */
function open(field: Field, start: string, runtime = stageRuntime()) {
  const changed = vi.fn()
  renderIn(runtime, <Item field={{ ...field, query: 'in' }} start={start} onChange={changed} />)
  return () => changed.mock.lastCall?.[0]
}
const find = () => screen.findByRole('combobox', { name: '条目' })
const popup: Field = {
  key: 'f',
  title: '条目',
  type: 'popup',
  popupCode: 'rp_goods',
  orgFields: ['fname'],
  destFields: ['f'],
}

describe('a query item with the rule in', () => {
  it.each(['input', 'textarea', 'input_pop', 'link', 'markdown', 'inputNumber', 'popup'])(
    'keeps the stored values of the type %s, and takes further ones',
    async (type) => {
      const last = open({ ...popup, type }, '1,2')
      const input = await find()
      await userEvent.type(input, '3,4，5')
      // The select reads the code of the key; that of user-event has none.
      fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
      expect(last()).toBe('1,2,3,4,5')
      await userEvent.type(input, '6')
      await userEvent.tab()
      expect(last()).toBe('1,2,3,4,5,6')
    },
  )

  it('takes the cells that a spreadsheet copied', async () => {
    const last = open({ key: 'f', title: '条目', type: 'inputNumber' }, '')
    const input = await find()
    fireEvent.paste(input, { clipboardData: { getData: () => '1\r\n2.50\r\n123456789012345678\r\n' } })
    // An input of one line has blanks in place of the line ends.
    fireEvent.change(input, { target: { value: '1 2.50 123456789012345678' } })
    expect(last()).toBe('1,2.5,123456789012345678')
  })

  it('leaves out what is no number, and says so', async () => {
    const last = open({ key: 'f', title: '条目', type: 'inputNumber' }, '1')
    await userEvent.type(await find(), '十,2,')
    expect(last()).toBe('1,2')
    expect(screen.getByRole('alert').textContent).toBe('不是数字：十')
  })

  it('adds the records that are picked', async () => {
    const goods = {
      version: 2,
      kind: 'screen',
      id: 'base/goods',
      title: '资料',
      fields: [{ key: 'fname', title: '名称', type: 'input' }],
    } as ScreenDocument
    const picker: PickerDocument = {
      version: 2,
      kind: 'picker',
      id: 'picker/goods',
      title: '选择品名',
      code: 'rp_goods',
      source: { screen: 'base/goods' },
      select: 'many',
      fields: ['fname'],
    }
    const records = ['皮纸', '宣纸'].map((fname, at) => ({ id: String(at), fname }))
    const get = async (url: string) => (url === '/resource/base/goods/list' ? { records, total: 2 } : [])
    const runtime = stageRuntime({
      http: { ...silentHttp, get: get as unknown as Http['get'] },
      loadPicker: async () => picker,
      loadScreen: async () => goods,
    })
    const last = open(popup, '绢', runtime)
    await userEvent.type(await find(), '{F4}')
    const check = (text: HTMLElement) =>
      fireEvent.click(within(text.closest<HTMLElement>('tr, [role=row]') ?? text).getByRole('checkbox'))
    check(await screen.findByText('皮纸'))
    check(screen.getByText('宣纸'))
    await userEvent.click(screen.getByRole('button', { name: /确\s*定/ }))
    expect(last()).toBe('绢,皮纸,宣纸')
  })
})
