import { describe, expect, it, vi } from 'vitest'
import { createLookup, loadDict } from '#runtime/data/dict.ts'
import type { Http } from '#runtime/data/http.ts'
import { listParams, readPage } from '#runtime/data/list-source.ts'
import { emitLive, onLive } from '#runtime/data/live.ts'
import { hasUnsaved, registerUnsaved } from '#runtime/host/unsaved.ts'

const buildHttp = (result: unknown) => ({ get: vi.fn(async () => result) }) as unknown as Http

describe('a list answer', () => {
  it('is a page or a bare array, with ids as text', () => {
    expect(readPage({ records: [{ id: 7 }], total: '41' })).toEqual({ records: [{ id: '7' }], total: 41 })
    expect(readPage([{ id: 'a' }])).toEqual({ records: [{ id: 'a' }], total: 1 })
  })

  it.each([null, 'text', { total: 3 }, { records: [1] }, { records: [{ name: 'x' }] }])(
    '%j is refused with its message',
    (odd) => {
      expect(() => readPage(odd)).toThrow('返回数据类型不识别')
    },
  )

  it('is requested with the parameters of the contract, without empty conditions', () => {
    const params = listParams({
      pageNo: 2,
      pageSize: 20,
      column: 'createTime',
      order: 'desc',
      fields: ['no', 'name'],
      conditions: { no: 'K*', name: '' },
    })
    expect(params).toEqual({
      no: 'K*',
      column: 'createTime',
      order: 'desc',
      field: 'id,,no,name',
      pageNo: 2,
      pageSize: 20,
    })
  })
})

describe('a dictionary', () => {
  it('returns texts and values of loaded codes, and nothing for others', () => {
    const items = [{ value: '1', text: '宋' }]
    const lookup = createLookup((code) => (code === 'dynasty' ? items : undefined))
    expect(lookup.text('dynasty', '1')).toBe('宋')
    expect(lookup.value('dynasty', '宋')).toBe('1')
    expect(lookup.items('other')).toEqual([])
    expect(lookup.text('other', '1')).toBeUndefined()
  })

  it('requests a code by its escaped name', async () => {
    const http = buildHttp([{ value: 1, text: '采编部', title: '采编部' }])
    expect(await loadDict(http, 'sys_depart,depart_name,org_code')).toEqual([{ value: '1', text: '采编部' }])
    expect(http.get).toHaveBeenCalledWith(
      '/sys/dict/getDictItems/sys_depart%2Cdepart_name%2Corg_code',
      undefined,
      undefined,
    )
  })

  it.each(['text', 'label', 'title'])('reads the text of an item from its %s', async (key) => {
    expect(await loadDict(buildHttp([{ value: 1, [key]: '采编部' }]), 'unit')).toEqual([
      { value: '1', text: '采编部' },
    ])
  })

  it('flattens a category tree with parents before children', async () => {
    const http = buildHttp([
      { code: 'B01A01', title: '历代方志', children: [{ code: 'B01A01A01', name: '府志' }] },
    ])
    expect(await loadDict(http, 'category:B01')).toEqual([
      { value: 'B01A01', text: '历代方志' },
      { value: 'B01A01A01', text: '府志', parent: 'B01A01' },
    ])
  })
})

it('a pushed frame reaches its listeners until they unsubscribe', () => {
  const heard: string[] = []
  const end = onLive((frame) => heard.push(frame.cmd))
  emitLive({ cmd: 'menu' })
  end()
  emitLive({ cmd: 'document', id: 'a/b', rev: '2' })
  expect(heard).toEqual(['menu'])
})

it('the page has unsaved work while any form reports it', () => {
  let typed = false
  const end = registerUnsaved(() => typed)
  expect(hasUnsaved()).toBe(false)
  typed = true
  expect(hasUnsaved()).toBe(true)
  end()
  expect(hasUnsaved()).toBe(false)
})
