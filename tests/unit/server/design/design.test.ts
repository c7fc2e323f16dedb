import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { member, screen } from './screens.ts'

const shipped = screen('demo/shelf', member('fname', '名称', { length: 50 }), member('fplace', '位置'))

const designer = ['design:read', 'design:write', 'design:release', 'demo:shelf:list', 'demo:shelf:add']
let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/shelf.json': shipped },
    { clerk: designer, reader: ['design:read', 'design:write'], other: designer },
  )
})
afterAll(() => server?.close())

const at = (id: string, part = '') => `/design/documents/${id}${part}`
const draft = (who: Person, body: JsonObject, base: JsonObject | null) =>
  server.call(who, 'PUT', at(String(body.id), '/draft'), { body: { base, body } })
const release = (who: Person, id: string, note = '调整') =>
  server.call(who, 'POST', at(id, '/release'), { body: { note } })
const read = async (who: Person, id: string) => (await server.call(who, 'GET', at(id))).body.result
const served = async (id: string) =>
  (await server.call('admin', 'GET', `/schema/source/${id}`)).body.result?.document

describe('a draft', () => {
  const id = 'demo/cabinet'
  const body = screen(id, member('fname', '柜名'))

  it('is private, survives a restart as stored, and becomes a screen with table and records by its release', async () => {
    expect((await draft('clerk', body, null)).body).toMatchObject({ success: true, message: '保存成功' })
    expect((await read('clerk', id)).draft).toMatchObject({ base: null, body })
    expect((await server.call('other', 'GET', at(id))).body.success).toBe(false)
    expect(await served(id)).toBeUndefined()

    expect((await release('clerk', id, '第一版')).body).toMatchObject({
      success: true,
      result: { revision: 1, problems: [] },
    })
    expect(await served(id)).toEqual(body)
    expect((await read('clerk', id)).draft).toBeNull()
    const added = await server.call('admin', 'POST', `/resource/${id}/add`, { body: { fname: '甲柜' } })
    expect(added.body.success).toBe(true)
    const { services } = server
    await services.reloadDocuments()
    expect(await served(id)).toEqual(body)
  })

  it('is refused when its id differs from the address, and deleted on request', async () => {
    const wrong = await server.call('clerk', 'PUT', at(id, '/draft'), {
      body: { base: null, body: { ...body, id: 'demo/else' } },
    })
    expect(wrong.body.message).toBe('文档的 id 应为 demo/cabinet')
    await draft('clerk', body, body)
    expect((await server.call('clerk', 'DELETE', at(id, '/draft'))).body.success).toBe(true)
    expect((await server.call('clerk', 'DELETE', at(id, '/draft'))).body.success).toBe(false)
  })

  it('is not changed, removed or released by a page that does not know its present version', async () => {
    const put = async (title: string, step: object) =>
      (
        await server.call('clerk', 'PUT', at(id, '/draft'), {
          body: { base: body, body: { ...body, title }, ...step },
        })
      ).body
    expect(await put('甲', { previous: null, version: 'one-1' })).toMatchObject({ success: true })
    expect((await read('clerk', id)).draft.version).toBe('one-1')
    const theirs = {
      result: { draft: { body: { title: '甲' }, version: 'one-1' }, current: body },
    }
    for (const previous of [null, 'gone']) expect(await put('乙', { previous })).toMatchObject(theirs)
    expect(await put('乙', { previous: 'one-1', version: 'two-1' })).toMatchObject({ success: true })
    const call = async (method: 'POST' | 'DELETE', part: string, options: object) =>
      (await server.call('clerk', method, at(id, part), options)).body
    const old = { previous: 'one-1' }
    expect((await call('DELETE', '/draft', { query: old })).success).toBe(false)
    expect((await call('POST', '/release', { body: { note: '', ...old } })).success).toBe(false)
    expect((await read('clerk', id)).draft.body.title).toBe('乙')
    expect(await call('DELETE', '/draft', { query: { previous: 'two-1' } })).toMatchObject({ success: true })
    expect(await put('丙', { previous: 'two-1' })).toMatchObject({ result: { draft: null, current: body } })
  })

  it('is not released without changes, with problems, or by a user without the right', async () => {
    await draft('clerk', body, body)
    expect((await release('clerk', id)).body.message).toBe('草稿与现在用的相同，不用发布')
    const faulty = screen(id, member('fname', '柜名', { lenght: 3 }))
    await draft('clerk', faulty, body)
    const refused = (await release('clerk', id)).body
    expect(refused.message).toBe('文档有错误，请先改好再发布')
    expect(refused.result.problems).toEqual([
      expect.objectContaining({ path: '/fields/0/lenght', code: 'UNKNOWN_KEY' }),
    ])
    await draft('reader', screen(id, member('fname', '名')), body)
    expect((await release('reader', id)).status).toBe(403)
    expect((await draft('nobody', body, null)).status).toBe(403)
    expect(await served(id)).toEqual(body)
  })

  it('is not released when it breaks another document, or a step of its tables loses data', async () => {
    const wall = { ...screen('demo/wall', member('fplace', '位置')), perm: 'demo:wall' }
    await draft('clerk', wall, null)
    await release('clerk', 'demo/wall')
    const overlay = {
      version: 2,
      kind: 'screen',
      id: 'demo/wall-view',
      extends: 'demo/wall',
      perm: 'demo:wallview',
      fields: [{ key: 'fplace', width: 90 }],
    }
    await draft('clerk', overlay, null)
    expect((await release('clerk', 'demo/wall-view')).body.success).toBe(true)
    await draft('clerk', screen('demo/wall', member('fother', '别的')), wall)
    const refused = (await release('clerk', 'demo/wall')).body
    expect(refused.result.problems[0]).toMatchObject({ file: 'demo/wall-view', path: '/fields/0/key' })

    await draft('clerk', screen(id, member('fname', '柜名', { type: 'inputNumber' })), body)
    const plan = (await release('clerk', id)).body
    expect(plan.message).toMatch(/^有的步骤会丢数据或带出旧数据，请先确认：.*fname/)
    expect(plan.result.steps).toEqual([
      expect.objectContaining({ additive: false, rows: expect.any(Number) }),
    ])
  })
})

describe('local changes of a file', () => {
  const id = 'demo/shelf'
  const widened = screen(id, member('fplace', '位置'), member('fname', '架名', { length: 50, width: 200 }))

  it('are shown in words, and an upgrade of the file keeps them', async () => {
    await draft('clerk', widened, shipped)
    expect((await release('clerk', id, '架名放宽')).body.result).toEqual({ revision: 2, problems: [] })
    expect(await served(id)).toEqual(widened)
    expect(await read('clerk', id)).toMatchObject({
      origin: 'local',
      conflicts: [],
      changes: [
        '字段「位置」移到最前',
        '字段「架名」的名称：「名称」 → 「架名」',
        '字段「架名」新增列宽：200',
      ],
    })
    const upgraded = screen(
      id,
      member('fname', '名称', { length: 50 }),
      member('fplace', '位置'),
      member('fnew', '新列'),
    )
    writeFileSync(join(server.folder, 'demo/shelf.json'), JSON.stringify(upgraded))
    await server.services.reloadDocuments()
    const { fields } = (await served(id)) as { fields: { key: string; title: string }[] }
    expect(fields.map(({ title }) => title)).toEqual(['位置', '架名', '新列'])
  })

  it('are listed with their conflicts when the file now differs in the same place', async () => {
    const renamed = screen(id, member('fname', '书架名', { length: 50 }), member('fplace', '位置'))
    writeFileSync(join(server.folder, 'demo/shelf.json'), JSON.stringify(renamed))
    await server.services.reloadDocuments()
    const { conflicts } = await read('clerk', id)
    expect(conflicts).toEqual([
      {
        path: ['fields', 'fname', 'title'],
        text: expect.stringContaining('「架名」'),
        current: '「书架名」',
      },
    ])
    const rows = (await server.call('clerk', 'GET', '/design/documents')).body.result.documents
    expect(rows.find((row: { id: string }) => row.id === id)).toMatchObject({ origin: 'local', conflicts: 1 })
  })

  it('end when a revision equal to the file is released', async () => {
    const file = (await read('clerk', id)) as { current: JsonObject }
    const original = screen(id, member('fname', '书架名', { length: 50 }), member('fplace', '位置'))
    await draft('clerk', original, file.current)
    await release('clerk', id, '恢复')
    expect(await read('clerk', id)).toMatchObject({ origin: 'file', changes: [] })
  })
})

describe('two designers of one document', () => {
  const id = 'demo/case'
  const base = screen(id, member('fname', '名称'), member('fplace', '位置'))

  it('merge when they change different parts, and choose when they change the same', async () => {
    await draft('clerk', base, null)
    await release('clerk', id)
    await draft('clerk', screen(id, member('fname', '箱名'), member('fplace', '位置')), base)
    await draft('other', screen(id, member('fname', '名称'), member('fplace', '地点')), base)
    const { documents } = (await server.call('clerk', 'GET', '/design/documents')).body.result
    const row = documents.find((entry: { id: string }) => entry.id === id)
    expect(row.drafts.map(({ realname }: { realname: string }) => realname).sort()).toEqual([
      'clerk真名',
      'other真名',
    ])
    expect((await release('clerk', id)).body.result.revision).toBe(2)
    expect((await release('other', id)).body.result.revision).toBe(3)
    expect(await served(id)).toEqual(screen(id, member('fname', '箱名'), member('fplace', '地点')))

    await draft('other', screen(id, member('fname', '盒名'), member('fplace', '位置')), base)
    const refused = (await release('other', id)).body
    expect(refused.message).toBe('同一处已经另外改过并发布了，请先选定用哪一个')
    expect(refused.result.conflicts).toEqual([
      {
        path: ['fields', 'fname', 'title'],
        text: '字段「盒名」的名称：「名称」 → 「盒名」',
        current: '「箱名」',
        by: { kind: 'person', name: 'clerk真名' },
      },
    ])
    expect((await read('other', id)).draft.body.fields[0].title).toBe('盒名')
  })

  it('keep their drafts, as those of a new document, when one of them removes it', async () => {
    const next = { ...base, id: 'demo/crate', perm: 'demo:crate', table: { name: 'demo_crate' } }
    const page = (body: JsonObject, from: JsonObject | null) => ({ base: from, body, previous: null })
    await draft('clerk', next, null)
    await release('clerk', 'demo/crate')
    await draft('other', { ...next, title: '木箱' }, next)
    expect((await server.call('clerk', 'POST', at('demo/crate', '/remove'), { body: {} })).body.success).toBe(
      true,
    )
    expect((await read('other', 'demo/crate')).draft).toMatchObject({ base: null, body: { title: '木箱' } })
    const late = await server.call('clerk', 'PUT', at('demo/crate', '/draft'), { body: page(next, next) })
    expect(late.body.result).toEqual({ draft: null, current: null })
    expect((await server.call('clerk', 'GET', at('demo/crate'))).body.message).toBe(
      '没有这个文档，可能已被删除，请回到列表再选',
    )
    expect((await release('other', 'demo/crate')).body.success).toBe(true)
  })

  it('find every revision with author, note and differences, and return to one by releasing it', async () => {
    const revisions = (await server.call('clerk', 'GET', at(id, '/revisions'))).body.result
    expect(revisions.map(({ revision, author }: JsonObject) => [revision, author])).toEqual([
      [3, 'other真名'],
      [2, 'clerk真名'],
      [1, 'clerk真名'],
    ])
    const first = (await server.call('clerk', 'GET', at(id, '/revision'), { query: { revision: '1' } })).body
      .result
    expect(first.body).toEqual(base)
    const second = (await server.call('clerk', 'GET', at(id, '/revision'), { query: { revision: '2' } })).body
      .result
    expect(second.changes).toEqual(['字段「箱名」的名称：「名称」 → 「箱名」'])
    const { current } = await read('clerk', id)
    await draft('clerk', first.body, current)
    expect((await release('clerk', id, '退回第一版')).body.result.revision).toBe(4)
    expect(await served(id)).toEqual(base)
  })
})

describe('a new dictionary that a draft names', () => {
  const id = 'demo/frame'
  const dict = (code: string): JsonObject => ({
    version: 2,
    kind: 'dict',
    id: `dict/${code.replaceAll('_', '-')}`,
    title: '框型',
    code,
    items: [{ value: 'w', text: '木框' }],
  })
  const body = screen(id, member('fkind', '框型', { type: 'select', dictCode: 'frame_kind' }))
  const inspect = async (who: Person, draftBody: JsonObject) =>
    (await server.call(who, 'POST', at(String(draftBody.id), '/inspect'), { body: { body: draftBody } })).body
      .result

  it('is unknown until the designer has a draft of it, and another designer’s draft does not count', async () => {
    await draft('other', dict('frame_kind'), null)
    expect((await inspect('clerk', body)).problems).toHaveLength(1)
    await draft('clerk', dict('frame_kind'), null)
    expect(await inspect('clerk', body)).toMatchObject({
      problems: [],
      companions: [{ id: 'dict/frame-kind', title: '框型' }],
    })
  })

  it('is checked with the draft', async () => {
    await draft('clerk', { ...dict('frame_kind'), items: [{ value: 'w' }] }, null)
    const { problems } = await inspect('clerk', body)
    expect(problems).toMatchObject([{ file: 'dict/frame-kind', path: '/items/0' }])
    await draft('clerk', dict('frame_kind'), null)
  })

  it('is released with the draft, once, and leaves other drafts alone', async () => {
    await draft('clerk', dict('unnamed_kind'), null)
    await draft('clerk', body, null)
    expect((await release('clerk', id)).body).toMatchObject({ success: true, result: { problems: [] } })
    expect(await served('dict/frame-kind')).toEqual(dict('frame_kind'))
    expect(
      (await server.call('admin', 'GET', '/sys/dict/getDictItems/frame_kind')).body.result,
    ).toMatchObject([{ value: 'w', text: '木框' }])
    expect((await read('clerk', 'dict/frame-kind')).draft).toBeNull()
    expect(await served('dict/unnamed-kind')).toBeUndefined()
    expect(await inspect('clerk', body)).toMatchObject({ companions: [] })
  })

  it('go with a discarded draft unless another draft of the user names them', async () => {
    const naming = (id: string, ...codes: string[]) =>
      screen(id, ...codes.map((code) => member(code, code, { type: 'select', dictCode: code })))
    await draft('clerk', dict('only_kind'), null)
    await draft('clerk', dict('both_kind'), null)
    await draft('clerk', naming('demo/rack', 'only_kind', 'both_kind'), null)
    await draft('clerk', naming('demo/tray', 'both_kind'), null)
    const companions = await server.call('clerk', 'GET', at('demo/rack', '/draft/companions'))
    expect(companions.body.result).toEqual([{ id: 'dict/only-kind', title: '框型' }])

    const query = { companions: 'true' }
    await server.call('clerk', 'DELETE', at('demo/rack', '/draft'), { query })
    const isDrafted = async (id: string) => (await server.call('clerk', 'GET', at(id))).body.success
    expect([await isDrafted('demo/rack'), await isDrafted('dict/only-kind')]).toEqual([false, false])
    expect(await isDrafted('dict/both-kind')).toBe(true)
    await server.call('clerk', 'DELETE', at('demo/tray', '/draft'), { query })
    expect(await isDrafted('dict/both-kind')).toBe(false)
  })
})

describe('a release that removes what stored records have', () => {
  const id = 'demo/loan'
  const move = (code: string, from: string, to: string) => ({ code, title: code, from: [from], to })
  const loan = (moves: JsonObject[], kinds: string[]): JsonObject => ({
    ...screen(
      id,
      member('fname', '名称'),
      member('fkind', '方式', { type: 'select', options: kinds.map((value) => ({ value })) }),
      member('fstate', '状态', { form: false }),
    ),
    table: { name: 'demo_loan', softDelete: true },
    flow: { field: 'fstate', initial: '新建', moves },
  })
  const full = loan([move('lend', '新建', '借出'), move('back', '借出', '已还')], ['外借', '阅览'])

  it('is refused for a state with the number of its records, and warns of an option', async () => {
    await draft('clerk', full, null)
    expect((await release('clerk', id)).body).toMatchObject({ success: true })
    const add = async (fkind: string) =>
      (await server.call('admin', 'POST', `/resource/${id}/add`, { body: { fname: '府志', fkind } })).body
    const lent = (await add('阅览')).result.id
    const gone = (await add('阅览')).result.id
    for (const lentId of [lent, gone])
      expect(
        (await server.call('admin', 'POST', `/resource/${id}/move/lend`, { body: { ids: lentId } })).body,
      ).toMatchObject({ success: true })
    await server.call('admin', 'DELETE', `/resource/${id}/delete`, { query: { id: gone } })

    const direct = loan([move('back', '新建', '已还')], ['外借', '阅览'])
    await draft('clerk', direct, full)
    const refused = (await release('clerk', id)).body
    expect(refused.message).toBe('文档有错误，请先改好再发布')
    expect(refused.result.problems).toMatchObject([
      { file: id, path: '/flow', text: expect.stringContaining('状态「借出」，还有 1 条记录') },
    ])

    const view = { version: 2, kind: 'screen', id: 'demo/loan-view', extends: id, title: '借阅' }
    await draft('clerk', view, null)
    expect((await release('clerk', view.id)).body).toMatchObject({ success: true })
    const narrow = { ...view, fields: [{ key: 'fkind', options: [{ value: '外借' }] }] }
    const narrowed = await server.call('clerk', 'POST', at(view.id, '/inspect'), { body: { body: narrow } })
    expect(narrowed.body.result.warnings).toContainEqual(
      expect.objectContaining({ path: '/fields/0/options' }),
    )

    const fewer = loan([move('lend', '新建', '借出'), move('back', '借出', '已还')], ['外借'])
    await draft('clerk', fewer, full)
    const check = (await server.call('clerk', 'POST', at(id, '/inspect'), { body: { body: fewer } })).body
      .result
    expect(check.problems).toEqual([])
    expect(check.warnings).toContainEqual(
      expect.objectContaining({
        path: '/fields/1/options',
        text: expect.stringContaining('选项「阅览」，还有 1 条记录'),
      }),
    )
    expect((await release('clerk', id)).body).toMatchObject({ success: true })
  })

  it('is refused with the records in each state when the flow or its state field goes', async () => {
    const present = (await read('clerk', id)).current
    const { flow, fields, ...rest } = present
    await server.call('admin', 'POST', `/resource/${id}/add`, { body: { fname: '县志' } })
    const problems = async (changed: JsonObject) => {
      await draft('clerk', changed, present)
      return (await release('clerk', id)).body.result.problems
    }
    const counts = expect.stringMatching(/1 条在「借出」、1 条在「新建」|1 条在「新建」、1 条在「借出」/)
    const stateless = { ...rest, fields: fields.slice(0, 2) }
    expect(await problems(stateless)).toMatchObject([{ file: id, path: '/fields', text: counts }])
    const moved = { ...present, flow: { ...flow, field: 'fphase' } }
    const phase = member('fphase', '阶段', { form: false })
    expect(await problems({ ...moved, fields: [...fields, phase] })).toMatchObject([
      { file: id, path: '/flow/field', text: counts },
    ])

    // Records that have a state in the new field are no obstacle.
    await draft('clerk', { ...present, fields: [...fields, phase] }, present)
    expect((await release('clerk', id)).body).toMatchObject({ success: true })
    await sql`update demo_loan set fphase = '已还' where fstate = '借出'`.execute(server.services.db.owner)
    const left = await problems({ ...moved, fields: [...fields, phase] })
    expect(left).toMatchObject([{ text: expect.stringContaining('还有记录 1 条在「新建」，') }])

    // A renamed state field keeps its states, and one that stays a field of its own may lose its flow.
    const renamed = [
      ...fields.slice(0, 2),
      member('fstage', '状态', { form: false, renamedFrom: 'fstate' }),
      phase,
    ]
    const { current } = await read('clerk', id)
    const body = { ...current, fields: renamed, flow: { ...flow, field: 'fstage' } }
    await draft('clerk', body, current)
    expect((await release('clerk', id)).body).toMatchObject({ success: true })
    await draft('clerk', { ...rest, fields: renamed }, body)
    expect((await release('clerk', id)).body).toMatchObject({ success: true })
  })
})
