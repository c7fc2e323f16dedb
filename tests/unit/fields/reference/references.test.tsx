// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createLookup } from '#runtime/data/dict.ts'
import { mergeTexts } from '#runtime/fields/kit/useReferenceTexts.ts'
import type { Field } from '#runtime/schema/types.ts'
import { getType, renderIn, stageRuntime } from '../stage.tsx'
import { confirm, control, dialog, findRow, picker, stage } from './reference-stage.tsx'

afterEach(cleanup)

const user: Field = { key: 'fuser', title: '经办人', type: 'sel_user' }

describe('sel_user', () => {
  it('stores the account, shows the name, and copies the id into the field of the document', async () => {
    const { last, get } = stage({ ...user, idField: 'fuserid' })
    fireEvent.click(await control('经办人'))
    const open = await dialog('选择用户')
    fireEvent.click(await findRow(open, '唐玥'))
    confirm(open)
    await waitFor(() => expect(last()).toEqual({ fuser: 'tang.yue', fuser_dictText: '唐玥', fuserid: 'u2' }))
    expect(get.mock.calls.some(([url]) => url === '/sys/user/list')).toBe(true)
    expect((await control('经办人')) as HTMLInputElement).toHaveProperty('value', '唐玥')
  })

  it('shows the account of a named user on hover in a list', async () => {
    const { Cell } = getType('sel_user')
    const row = { fuser: 'shen.mo', fuser_dictText: '沈墨' }
    renderIn(stageRuntime({}), <Cell value="shen.mo" field={user} row={row} />)
    expect(page.getByText('沈墨').closest('[title]')?.getAttribute('title')).toBe('shen.mo')
  })

  it('joins several users, including those picked before', async () => {
    const { last } = stage(
      { ...user, multi: true },
      { initial: { fuser: 'shen.mo', fuser_dictText: '沈墨' } },
    )
    fireEvent.click(await control('经办人'))
    const open = await dialog('选择用户')
    await within(open).findByText('已选 1 条')
    fireEvent.click(await findRow(open, '唐玥'))
    confirm(open)
    await waitFor(() => expect(last()).toEqual({ fuser: 'shen.mo,tang.yue', fuser_dictText: '沈墨,唐玥' }))
  })

  it('shows a warning when no record is chosen, and is cleared on Delete', async () => {
    const { last, notify, values } = stage(user, { initial: { fuser: 'shen.mo' } })
    await waitFor(async () => expect(await control('经办人')).toHaveProperty('value', '沈墨'))
    fireEvent.click(await control('经办人'))
    const open = await dialog('选择用户')
    await findRow(open, '唐玥')
    confirm(open)
    expect(notify).toHaveBeenCalledWith('warning', '请选择一条记录')
    expect(values).not.toHaveBeenCalled()
    fireEvent.keyDown(await control('经办人'), { key: 'Delete' })
    expect(last()).toEqual({ fuser: null, fuser_dictText: null })
  })

  it('filters the table by the tree beside it', async () => {
    const sideTree = { dictCode: 'sys_depart,depart_name,org_code', field: 'orgCode', title: '部门' }
    const { get } = stage(user, { document: picker({ sideTree }) })
    fireEvent.click(await control('经办人'))
    const tree = await within(await dialog('选择用户')).findByRole('navigation', { name: '部门' })
    fireEvent.click(await within(tree).findByText('典藏部'))
    await waitFor(() => expect(get.mock.lastCall?.[1]).toMatchObject({ orgCode: 'A01A02*', pageNo: 1 }))
  })

  it('truncates its cell at 25 characters and keeps a value that no dictionary contains', () => {
    const { Cell } = getType('sel_user')
    const draw = (value: string, text?: string) =>
      renderIn(
        stageRuntime(),
        <Cell value={value} field={user} row={text === undefined ? {} : { fuser_dictText: text }} />,
      ).container.textContent
    expect(draw('gone')).toBe('gone')
    expect(draw('a,b', '甲,')).toBe('甲,b')
    expect(draw('long', '一二三四五六七八九十一二三四五')).toMatch(/^一二.*(…|\.\.\.)$/)
    expect(mergeTexts('a,b', undefined)).toBe('a,b')
  })

  it('validates each of several values against its dictionary', () => {
    const type = getType('sel_user')
    const lookup = createLookup((code) =>
      code === 'sys_user,realname,username' ? [{ value: 'a', text: '甲' }] : [],
    )
    const field = { ...user, multi: true }
    expect(type.check('a', field, lookup)).toBeNull()
    expect(type.check('a,x', field, lookup)).toMatchObject({ code: 'dict' })
    expect(type.fromText('甲', field, lookup)).toEqual({ ok: true, value: 'a' })
    expect(type.toText('a,x', field, lookup, 'full')).toBe('甲,x')
  })
})

describe('a business record picker', () => {
  it('is titled by its record kind and lists the selected records, each with a remove button', async () => {
    const { last, get } = stage({ ...user, multi: true }, { document: picker({ look: 'business' }) })
    fireEvent.click(await control('经办人'))
    const open = await dialog('用户选择')
    const [first] = get.mock.calls.filter(([url]) => url === '/sys/user/list')
    expect(first?.[1]).toMatchObject({ pageSize: 5 })
    fireEvent.click(await findRow(open, '沈墨'))
    fireEvent.click(await findRow(open, '唐玥'))
    const list = within(open).getByRole('region', { name: '已选记录' })
    fireEvent.click(within(list).getByRole('button', { name: '删除 沈墨' }))
    expect(within(list).queryByText('沈墨')).toBeNull()
    confirm(open)
    await waitFor(() => expect(last()).toMatchObject({ fuser: 'tang.yue' }))
  })

  it('truncates texts at 12 characters', async () => {
    stage({ ...user, multi: true }, { document: picker({ look: 'business' }) })
    fireEvent.click(await control('经办人'))
    const open = await dialog('用户选择')
    await findRow(open, '沈墨')
    expect(within(open).queryByText('名字特别特别长的一位同事')).toBeNull()
    expect(within(open).getByText(/^名字特别特别/)).toBeTruthy()
  })
})

describe('sel_depart', () => {
  const depart: Field = { key: 'fdepart', title: '部门', type: 'sel_depart' }

  it('selects in a tree with an open root, and stores ids', async () => {
    const { last } = stage({ ...depart, multi: true })
    fireEvent.click(await control('部门'))
    const open = await dialog('选择部门')
    fireEvent.click(await within(open).findByText('采编部'))
    fireEvent.click(within(open).getByText('典藏部'))
    confirm(open)
    await waitFor(() => expect(last()).toEqual({ fdepart: 'd2,d3', fdepart_dictText: '采编部,典藏部' }))
  })

  it('stores codes when its dictionary has codes, and another choice replaces a single one', async () => {
    const { last } = stage({ ...depart, dictCode: 'sys_depart,depart_name,org_code' })
    fireEvent.click(await control('部门'))
    const open = await dialog('选择部门')
    fireEvent.click(await within(open).findByText('采编部'))
    fireEvent.click(within(open).getByText('典藏部'))
    confirm(open)
    await waitFor(() => expect(last()).toMatchObject({ fdepart: 'A01A02' }))
  })

  it('is searched by name, and shows a warning when no record is chosen', async () => {
    const { notify } = stage(depart)
    fireEvent.click(await control('部门'))
    const open = await dialog('选择部门')
    await within(open).findByText('采编部')
    confirm(open)
    expect(notify).toHaveBeenCalledWith('warning', '请选择一条记录')
    fireEvent.change(within(open).getByLabelText('按部门名称搜索'), { target: { value: '典藏' } })
    await waitFor(() => expect(within(open).queryByText('采编部')).toBeNull())
    expect(within(open).getByText('典藏部')).toBeTruthy()
  })
})
