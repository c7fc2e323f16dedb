// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import { createMemoryHttp } from '#runtime/preview/memory-http.ts'

describe('the memory server of a sample', () => {
  const server = { get: async () => 'the server' } as unknown as Http
  const open = () =>
    createMemoryHttp(server, {
      rows: {
        'example/a': [
          { id: '1', name: '浙江', fup: '' },
          { id: '2', name: '杭州', fup: '1' },
        ],
      },
    })

  it('lists, filters and pages, and passes every other request to the server', async () => {
    const http = open()
    const list = (params: object) => http.get('/resource/example/a/list', { ...params })
    expect(await list({ column: 'id', order: 'desc', pageSize: 1 })).toMatchObject({
      total: 2,
      records: [{ id: '2' }],
    })
    expect(await list({ name: '*江*' })).toMatchObject({ total: 1 })
    expect(await list({ id_MultiString: '1,9' })).toMatchObject({ records: [{ name: '浙江' }] })
    expect(await http.get('/sys/dict/getDictItems/unit')).toBe('the server')
  })

  it('filters by an advanced query, and has no saved queries', async () => {
    const http = open()
    const idsBy = async (superQueryMatchType: string, ...params: unknown[]) => {
      const query = { superQueryParams: JSON.stringify(params), superQueryMatchType }
      const { records } = await http.get<{ records: { id: string }[] }>('/resource/example/a/list', query)
      return records.map(({ id }) => id).join('')
    }
    const by = (field: string, rule: string, val: string) => ({ field, rule, val })
    expect(await idsBy('and', by('name', 'like', '州'), by('fup', 'ge', '1'))).toBe('2')
    expect(await idsBy('or', by('name', 'right_like', '浙'), by('fup', 'in', '1,3'))).toBe('12')
    expect(await idsBy('and', by('fup', 'ne', '9'))).toBe('2')
    expect(await idsBy('and', { matchType: 'or', params: [by('name', 'eq', '杭州')] })).toBe('2')
    expect(await http.get('/sys/savedQuery/example/a/list')).toEqual([])
  })

  it('stores added, edited and deleted records, and details by their delta', async () => {
    const http = open()
    const added = await http.send<{ id: string }>('POST', '/resource/example/a/add', { name: '新' })
    const { id } = added.result
    await http.send('PUT', '/resource/example/a/edit', { id, items: { added: [{ x: 1 }] } })
    const { items } = await http.get<{ items: { id: string }[] }>('/resource/example/a/queryById', { id })
    expect(items).toMatchObject([{ x: 1, rev: 1 }])
    await http.send('PUT', '/resource/example/a/edit', { id, items: { removed: [items[0]?.id] } })
    expect(await http.get('/resource/example/a/queryById', { id })).toMatchObject({ name: '新', items: [] })
    await http.send('DELETE', '/resource/example/a/delete', undefined, { params: { id } })
    await expect(http.get('/resource/example/a/queryById', { id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('stores the order of moved rows', async () => {
    const http = open()
    const edit = async (body: object) =>
      (await http.send<{ items: { id: string; x: string }[] }>('PUT', '/resource/example/a/edit', body))
        .result
    const { items } = await edit({ id: '1', items: { added: [{ x: '甲' }, { x: '乙' }] } })
    const changed = items.toReversed().map(({ id }, at) => ({ id, orderNum: at + 1 }))
    expect((await edit({ id: '1', items: { changed } })).items.map(({ x }) => x)).toEqual(['乙', '甲'])
  })

  it('answers a tree by its top, by branch, and by found records with their ancestors', async () => {
    const http = createMemoryHttp(server, {
      rows: {
        'example/a': [
          { id: '1', name: '浙江', fup: '' },
          { id: '2', name: '杭州', fup: '1' },
        ],
      },
      trees: { 'example/a': 'fup' },
    })
    expect(await http.get('/resource/example/a/rootList')).toMatchObject({ records: [{ id: '1' }], total: 1 })
    expect(await http.get('/resource/example/a/childList', { pid: '1' })).toMatchObject({
      records: [{ id: '2' }],
    })
    expect(await http.get('/resource/example/a/rootList', { name: '杭州' })).toMatchObject({
      records: [{ id: '2' }],
      above: [{ id: '1' }],
    })
  })
})
