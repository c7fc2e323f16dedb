// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import type { Field, PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime } from '../stage.tsx'

afterEach(cleanup)

const control = (title: string) => screen.findByLabelText(title)

const level = (name: string) => screen.findByRole('combobox', { name })

describe('a chain of selects', () => {
  const server: Field = {
    key: 'fhouse',
    title: '库位',
    type: 'link_down',
    dictCode: 'hall',
    destFields: ['froom', 'fshelf'],
    next: [
      { dictCode: 'room', by: 'fhouse' },
      { dictCode: 'shelf', by: 'froom' },
    ],
  }
  const halls = { hall: ['A', 'B'].map((value) => ({ value, text: `${value} 库` })) }
  const items: Record<string, { value: string; text: string }[]> = {
    'room{"fhouse":"A"}': [{ value: 'A1', text: '甲室' }],
    'room{"fhouse":"B"}': [{ value: 'B1', text: '乙室' }],
    'shelf{"froom":"A1"}': [{ value: 'A1x', text: '一架' }],
  }
  const show = (initial: Record<string, unknown> = {}, readOnly = false) => {
    const values = vi.fn()
    const get = vi.fn(
      async (url: string, params?: Record<string, unknown>) =>
        items[`${url.split('/').at(-1)}${params?.where}`] ?? [],
    )
    renderIn(
      stageRuntime({ http: { ...silentHttp, get: get as unknown as Http['get'] } }, halls),
      <Form
        type={getType('link_down')}
        field={server}
        initial={initial}
        onValues={values}
        readOnly={readOnly}
      />,
    )
    return { get, values, last: () => values.mock.lastCall?.[0] }
  }
  const choose = async (title: string, text: string) => {
    fireEvent.mouseDown(await level(title))
    fireEvent.click(await screen.findByTitle(text))
  }

  it('loads each level by the value of the level before, opens it, and stores it in the fields of the document', async () => {
    const { get, last } = show()
    expect(await level('库位第 2 级')).toHaveProperty('disabled', true)
    expect(get).not.toHaveBeenCalled()
    await choose('库位', 'A 库')
    const second = await level('库位第 2 级')
    await waitFor(() => expect(second.getAttribute('aria-expanded')).toBe('true'))
    expect(document.activeElement).toBe(second)
    expect(get.mock.calls[0]?.slice(0, 2)).toEqual([
      '/sys/dict/getDictItems/room',
      { where: '{"fhouse":"A"}' },
    ])
    fireEvent.click(await screen.findByTitle('甲室'))
    fireEvent.click(await screen.findByTitle('一架'))
    expect(last()).toMatchObject({ fhouse: 'A', froom: 'A1', froom_dictText: '甲室', fshelf: 'A1x' })
  })

  it('clears the lower levels when a level changes', async () => {
    const { last } = show({ fhouse: 'A', froom: 'A1', fshelf: 'A1x' })
    await choose('库位', 'B 库')
    expect(last()).toMatchObject({
      fhouse: 'B',
      fhouse_dictText: 'B 库',
      froom: null,
      froom_dictText: null,
      fshelf: null,
    })
    expect(await level('库位第 3 级')).toHaveProperty('disabled', true)
  })

  it('is one line when read-only, with unknown values unchanged', async () => {
    show({ fhouse: 'A', froom: 'A1', fshelf: '旧架' }, true)
    const line = await control('库位')
    await waitFor(() => expect(line).toHaveProperty('value', 'A 库 / 甲室 / 旧架'))
  })

  it('keeps a value of a lower level that no dictionary contains', async () => {
    const { values } = show({ fhouse: 'A', froom: '旧室' })
    expect(await screen.findByTitle('旧室')).toBeTruthy()
    expect(values).not.toHaveBeenCalled()
  })
})

describe('linked records', () => {
  const suppliers: ScreenDocument = {
    version: 2,
    kind: 'screen',
    id: 'base/supplier',
    title: '供应单位',
    fields: [
      { key: 'fname', title: '名称', type: 'input' },
      { key: 'ftel', title: '电话', type: 'input' },
    ],
  }
  const picker: PickerDocument = {
    version: 2,
    kind: 'picker',
    id: 'picker/supplier',
    title: '选择供应单位',
    code: 'rp_supplier',
    source: { screen: 'base/supplier' },
    fields: ['fname', 'ftel'],
    select: 'many',
  }
  const rows = [
    { id: '1', fname: '古籍书店', ftel: '0571-1' },
    { id: '2', fname: '纸行', ftel: '0571-2' },
  ]
  const linked: Field = {
    key: 'flinked',
    title: '供应单位',
    type: 'link_table',
    popupCode: 'rp_supplier',
    dictCode: 'bas_supplier,fname,id',
    orgFields: ['ftel'],
    destFields: ['ftel'],
  }
  const show = (over: Partial<Field>, initial: Record<string, unknown> = {}, readOnly = false) => {
    const values = vi.fn()
    const get = vi.fn(async (url: string, params: Record<string, unknown> = {}) => {
      if (url.startsWith('/sys/dict/loadDictItem/')) return ['古籍书店']
      const kept = params.id_MultiString
      const records = rows.filter(({ id }) => kept === undefined || String(kept).split(',').includes(id))
      return { records, total: records.length }
    })
    const runtime = stageRuntime({
      http: { ...silentHttp, get: get as unknown as Http['get'] },
      loadPicker: async () => picker,
      loadScreen: async () => suppliers,
    })
    const field = { ...linked, ...over } as Field
    renderIn(
      runtime,
      <Form
        type={getType('link_table')}
        field={field}
        initial={initial}
        onValues={values}
        readOnly={readOnly}
      />,
    )
    return { last: () => values.mock.lastCall?.[0] }
  }

  it('are stored by their keys, shown by their texts, and fill other fields', async () => {
    const { last } = show({})
    fireEvent.click(await control('供应单位'))
    const open = await screen.findByRole('dialog', { name: '选择供应单位' })
    fireEvent.doubleClick(await within(open).findByText('纸行'))
    await waitFor(() => expect(last()).toEqual({ flinked: '2', flinked_dictText: '纸行', ftel: '0571-2' }))
    fireEvent.keyDown(await control('供应单位'), { key: 'Delete' })
    expect(last()).toEqual({ flinked: null, flinked_dictText: null, ftel: null })
  })

  it('are shown as cards with the columns of their picker when the document requests cards', async () => {
    show({ showType: 'card', multi: true }, { flinked: '1,2' }, true)
    expect(await screen.findByText('0571-2')).toBeTruthy()
    expect(screen.getByText('纸行')).toBeTruthy()
    expect(screen.getAllByText('电话')).toHaveLength(2)
  })
})
