import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collectJobs, collectMigrations, collectNames } from '#server/app/collect.ts'
import { modules } from '#server/app/modules.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { TestServer } from '../resources/test-server.ts'
import { documents, hooked, received, trialModule } from './trial-module.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(documents, { clerk: ['trial:log'] }, [trialModule])
})
afterAll(() => server?.close())
beforeEach(() => {
  hooked.length = 0
  received.length = 0
})

const place = '/jeecg-boot/resource/trial/loan'
const save = (verb: 'add' | 'edit' | 'undo', body: unknown, headers = {}) =>
  server.call('admin', 'POST', `${place}/${verb}`, { body, headers })
const logged = async () => (await server.call('admin', 'GET', '/trial/log')).body.result as string[]
const clean = () => {
  const [job] = server.application.jobs.slice(-1)
  return job?.run(server.services, new AbortController().signal)
}
beforeEach(async () => void (await clean()))

describe('a module', () => {
  it('adds a table, a route and a permission code by its manifest', async () => {
    const rows = await server.services.db.app
      .selectFrom('sys_permission')
      .select('name')
      .where('perms', '=', 'trial:log')
      .execute()
    expect(rows).toEqual([{ name: '查看试用日志' }])
    const replies = await Promise.all(
      (['clerk', 'nobody'] as const).map((person) => server.call(person, 'GET', '/jeecg-boot/trial/log')),
    )
    expect(replies.map(({ status, body }) => [status, body.result])).toMatchObject([
      [200, []],
      [403, {}],
    ])
  })

  it('adds names that documents may use, and no others', () => {
    const problems = (id: string) =>
      server.services.documents
        .broken()
        .get(id)
        ?.map(({ path, code }) => [path, code])
    expect(server.services.documents.screen('trial/loan')?.problems).toEqual([])
    expect(problems('trial/no-field')).toEqual([['/flow/moves/0/effect', 'EFFECT_FIELD']])
    expect(problems('trial/no-hook')).toEqual([['/hooks/0', 'UNKNOWN_NAME']])
    expect(problems('trial/no-effect')).toEqual([['/flow/moves/0/effect', 'UNKNOWN_EFFECT']])
    expect(server.services.documents.screen('trial/no-effect')).toBeUndefined()
  })

  it('adds jobs and migrations to those of the application', async () => {
    expect(server.application.jobs.slice(-1).map(({ name, schedule }) => [name, schedule])).toEqual([
      ['trial-clean', '*/5 * * * *'],
    ])
    expect(Object.keys(server.application.migrations)).toContain('20261125-0000-trial')
    await save('add', { fname: '一' })
    expect(await logged()).toHaveLength(2)
    await clean()
    expect(await logged()).toEqual([])
  })

  it('opens a service before the seeds, and closes it with the server', async () => {
    const own = await TestServer.open(documents, {}, [trialModule])
    const shelf = Reflect.get(own.services, 'trialShelf')
    expect(shelf).toEqual({ isOpen: true, hasScreen: true })
    await own.close()
    expect(shelf).toMatchObject({ isOpen: false })
  })

  it('is refused when another module declares the same name', () => {
    const twice = [trialModule, trialModule]
    expect(() => collectNames(twice)).toThrow('effect trial.lend is registered twice')
    expect(() => collectJobs(twice)).toThrow('job trial-clean is registered twice')
    expect(() => collectMigrations(twice)).toThrow('migration 20261125-0000-trial is registered twice')
  })
})

describe('hooks of a screen', () => {
  it('run with every add, with the record before and after', async () => {
    const { body } = await save('add', { fname: '一', fcount: 2, items: [{ fword: '甲' }] })
    const { id } = body.result
    expect(hooked).toMatchObject([
      { moment: 'beforeSave', before: null, after: { id, fname: '一', fcount: 2, items: [{ fword: '甲' }] } },
      { moment: 'afterSave', before: null, after: { id, rev: 1, fname: '一', items: [{ fword: '甲' }] } },
    ])
    expect(await logged()).toEqual(['before 一', 'after 一'])
  })

  it('run with every edit, with the record before and after', async () => {
    const { id, items } = (await save('add', { fname: '一', items: [{ fword: '甲' }] })).body.result
    hooked.length = 0
    const changed = [{ id: items[0].id, fword: '乙' }]
    await save('edit', { id, fname: '二', items: { added: [], changed, removed: [] } })
    const before = { id, rev: 1, fname: '一', items: [{ fword: '甲' }] }
    expect(hooked).toMatchObject([
      { moment: 'beforeSave', before, after: { id, fname: '二', items: [{ fword: '乙' }] } },
      { moment: 'afterSave', before, after: { id, rev: 2, fname: '二', items: [{ fword: '乙' }] } },
    ])
  })

  it('run with the restore of a removed record as with an edit without changes', async () => {
    const { id } = (await save('add', { fname: '一', items: [{ fword: '甲' }] })).body.result
    const removed = await server.call('admin', 'DELETE', `${place}/delete`, { query: { id } })
    hooked.length = 0
    expect((await save('undo', { id: removed.body.result.undo })).body.message).toBe('已撤销')
    const before = { id, rev: 2, fname: '一', items: [{ fword: '甲' }] }
    expect(hooked).toMatchObject([
      { moment: 'beforeSave', before, after: before },
      { moment: 'afterSave', before, after: { ...before, rev: 3 } },
    ])
  })

  it('undo the save and all that they wrote when they throw', async () => {
    const { body } = await save('add', { fname: '不可' })
    expect([body.success, body.message]).toEqual([false, '试用模块不接受'])
    expect(await logged()).toEqual([])
    expect(received).toEqual([])
    const { result } = (await server.call('admin', 'GET', `${place}/list`, { query: { fname: '不可' } })).body
    expect(result.total).toBe(0)
  })
})

describe('events of records', () => {
  it('are published after the commit of an add, an edit, a move and a removal', async () => {
    const { id } = (await save('add', { fname: '一', fcount: 2 })).body.result
    await save('edit', { id, fname: '二' })
    const { body } = await server.call('admin', 'POST', `${place}/move/lend`, { body: { ids: id } })
    expect(body.result).toEqual({ count: 1 })
    await server.call('admin', 'DELETE', `${place}/delete`, { query: { id } })
    const head = { screen: 'trial/loan', id, by: { id: 'admin' } }
    expect(received).toMatchObject([
      { ...head, type: 'record.saved', before: null, after: { fname: '一', fstate: '在库' } },
      { ...head, type: 'record.saved', before: { fname: '一' }, after: { fname: '二' } },
      { ...head, type: 'record.moved', move: 'lend', before: { fstate: '在库' }, after: { fstate: '借出' } },
      { ...head, type: 'record.removed', before: { fname: '二', fstate: '借出' } },
    ])
    expect(await logged()).toContain('lend 二 2')
  })

  it('are published once for a request that is repeated with its key', async () => {
    const headers = { 'idempotency-key': 'trial-key-1' }
    const first = await save('add', { fname: '一' }, headers)
    const second = await save('add', { fname: '一' }, headers)
    expect(second.body.result.id).toBe(first.body.result.id)
    expect(received).toHaveLength(1)
  })

  it('leave the answer as it is when a subscriber fails', async () => {
    const { body } = await save('add', { fname: '失败' })
    expect([body.success, received.length]).toEqual([true, 1])
  })
})

describe('the names of the installed modules', () => {
  it('are those that their manifests declare', () => {
    const { effects, lookups, hooks, handlers } = registeredNames
    expect([...effects].sort()).toEqual([
      'announcement.release',
      'announcement.revoke',
      'bill.log',
      'loan.lend',
      'loan.return',
    ])
    expect(lookups).toEqual(['btgOrder.getspinfobefore', 'loan.reader'])
    expect([...hooks].sort()).toEqual([
      'api-key.guard',
      'category.guard',
      'check.rule',
      'data-source.guard',
      'depart.role',
      'dict.guard',
      'dict.item',
      'fill-rule.guard',
      'loan.lend',
      'message.template',
      'permission.entry',
      'position.guard',
      'quartz.plan',
      'system.depart',
      'system.role',
      'system.user',
      'tenant.guard',
      'user.agent',
      'webhook.guard',
      'workflow.leaving',
      'workflow.standIn',
    ])
    expect([...handlers].sort()).toEqual(['creditCode', 'isbn', 'page'])
    expect(new Set(modules.map(({ name }) => name)).size).toBe(modules.length)
  })

  it('are served by a route when they are lookups', () => {
    const urls = registeredNames.lookups.map((name) => `/system/${name.replace('.', '/')}`)
    expect(urls.filter((url) => !server.app.hasRoute({ method: 'POST', url }))).toEqual([])
  })
})
