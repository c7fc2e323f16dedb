import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { applyAdditive, applyAll, readPlan } from '#server/documents/apply.ts'
import { TestServer } from '../test-server.ts'
import { noteScreen } from './note-screen.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server?.close())

describe('a table plan', () => {
  const plan = (document: unknown) => readPlan(server.services.db, [document as StoredScreen], fieldValues)
  const apply = (document: unknown) =>
    applyAll(server.services.db, [document as StoredScreen], fieldValues, () => undefined)
  const text = (length: number, key = 'ftext') => ({ key, title: '文字', type: 'input', length })
  const table = (fields: unknown[]) => noteScreen({ id: 'demo/plan', table: { name: 'demo_plan' }, fields })

  it('is empty after it has run', async () => {
    const shipped = server.services.documents.screen('demo/order')?.document
    expect(await plan(shipped)).toEqual([])
    const first = table([
      text(20),
      { key: 'fnum', title: '数', type: 'inputNumber', scale: 2, isOrder: true },
    ])
    expect(await apply(first)).toBeGreaterThan(1)
    expect(await apply(first)).toBe(0)
  })

  it('widens at once; narrowing, dropping and changing wait and report the number of affected rows', async () => {
    const { db } = server.services
    await sql`insert into demo_plan (id, ftext, fnum) values ('1', '一二三四五六', 1), ('2', '一', 2)`.execute(
      db.owner,
    )
    const wide = await applyAdditive(
      db,
      [
        table([
          text(60),
          { key: 'fnum', title: '数', type: 'inputNumber', scale: 2, isOrder: true },
        ]) as unknown as StoredScreen,
      ],
      fieldValues,
    )
    expect(wide.done.map(({ step, error }) => [step.kind, error])).toEqual([['widen', null]])
    const narrow = table([text(3), { key: 'fday', title: '日', type: 'date' }])
    const { done, waiting } = await applyAdditive(db, [narrow as unknown as StoredScreen], fieldValues)
    expect(done.map(({ step }) => step.kind)).toEqual(['add', 'index'])
    expect(waiting.map((step) => step.kind).sort()).toEqual(['narrow', 'park'])
    const touched: Record<string, number | null> = {}
    const shown: Record<string, readonly string[]> = {}
    await applyAll(db, [narrow as unknown as StoredScreen], fieldValues, (step, rows, samples) => {
      touched[step.kind] = rows
      shown[step.kind] = samples
    })
    expect(shown).toEqual({ narrow: ['一二三四五六'], park: [] })
    expect(touched).toEqual({ narrow: 1, park: 2 })
    expect(await apply(narrow)).toBe(0)
    const { rows } = await sql`select ftext, parked_fnum::text as n from demo_plan order by id`.execute(
      db.owner,
    )
    expect(rows).toEqual([
      { ftext: '一二三', n: '1.00' },
      { ftext: '一', n: '2.00' },
    ])
  })

  it('makes a unique rule leave deleted rows out, and count them, as the table says', async () => {
    const { db } = server.services
    const code = { ...text(20, 'fcode'), validateRules: [{ unique: true, message: '重复' }] }
    const unique = (softDelete: boolean) =>
      noteScreen({ id: 'demo/rule', table: { name: 'demo_rule', softDelete }, fields: [code] })
    await apply(unique(false))
    await apply(unique(true))
    await sql`insert into demo_rule (id, fcode, del_flag) values ('1', 'A', 1), ('2', 'A', 0)`.execute(
      db.owner,
    )
    expect(await plan(unique(true))).toEqual([])
    await sql`delete from demo_rule where del_flag = 1`.execute(db.owner)
    await apply(unique(false))
    expect(await plan(unique(false))).toEqual([])
    await expect(
      sql`insert into demo_rule (id, fcode, del_flag) values ('3', 'A', 1)`.execute(db.owner),
    ).rejects.toThrow('ux_demo_rule_fcode')
  })

  it('moves the values of a former column when the new column is empty, else says why not', async () => {
    const { db } = server.services
    const late = (fields: unknown[]) =>
      noteScreen({ id: 'demo/late', table: { name: 'demo_late' }, fields }) as unknown as StoredScreen
    const load = (fields: unknown[]) => applyAdditive(db, [late(fields)], fieldValues)
    await load([text(20, 'fold')])
    await sql`insert into demo_late (id, fold) values ('1', '甲')`.execute(db.owner)
    await load([text(20, 'fnew')])
    const renamed = [{ ...text(20, 'fnew'), renamedFrom: 'fold' }]
    await sql`update demo_late set fnew = '乙'`.execute(db.owner)
    const { done: refused } = await load(renamed)
    expect(refused.map(({ error }) => error)).toEqual([
      '新列 fnew 里已有值，旧列 fold 的值没有移过来；请先清空新列，或删去 renamedFrom',
    ])
    await sql`update demo_late set fnew = null`.execute(db.owner)
    expect((await load(renamed)).done.map(({ step, error }) => [step.kind, error])).toEqual([['move', null]])
    const { rows } = await sql`select fnew from demo_late`.execute(db.owner)
    expect(rows).toEqual([{ fnew: '甲' }])
    expect(await readPlan(db, [late(renamed)], fieldValues)).toEqual([])
  })

  it('renames a table with its rows and its indexes, and a column with its index', async () => {
    const { db } = server.services
    const screen = (table: object, fields: unknown[]) =>
      noteScreen({ id: 'demo/moved', table, fields }) as unknown as StoredScreen
    const load = (document: StoredScreen) => applyAdditive(db, [document], fieldValues)
    const listed = { ...text(20, 'fold'), isOrder: true }
    await load(screen({ name: 'demo_former' }, [listed]))
    await sql`insert into demo_former (id, fold) values ('1', '甲')`.execute(db.owner)
    const after = screen({ name: 'demo_moved', renamedFrom: 'demo_former' }, [
      { ...listed, key: 'fnew', renamedFrom: 'fold' },
    ])
    const { done } = await load(after)
    expect(done.map(({ step, error }) => [step.kind, error])).toEqual(done.map(() => ['rename', null]))
    expect(done.map(({ step }) => step.text)).toEqual([
      '表改名 demo_former → demo_moved',
      '列改名 demo_moved.fold → fnew',
      '索引改名 ls_demo_former_create_time → ls_demo_moved_create_time',
      '索引改名 ls_demo_former_fold → ls_demo_moved_fnew',
    ])
    const { rows } = await sql`select fnew from demo_moved`.execute(db.owner)
    expect(rows).toEqual([{ fnew: '甲' }])
    expect(await readPlan(db, [after], fieldValues)).toEqual([])
  })

  it('restores a parked column with its values', async () => {
    await apply(
      table([
        text(3),
        { key: 'fday', title: '日', type: 'date' },
        { key: 'fnum', title: '数', type: 'inputNumber', scale: 2 },
      ]),
    )
    const { rows } = await sql`select fnum::text as n from demo_plan order by id`.execute(
      server.services.db.owner,
    )
    expect(rows).toEqual([{ n: '1.00' }, { n: '2.00' }])
  })

  it('contains the trigger, the indexes of listed and searched columns, and the removal of the trigram index', async () => {
    const { db } = server.services
    await sql`create table demo_old (id varchar(36) primary key, rev integer not null default 1, create_by varchar(64),
      create_time timestamp, update_by varchar(64), update_time timestamp, sys_org_code varchar(64),
      fname varchar(200), ftext text)`.execute(db.owner)
    await sql`create index tg_demo_old_fname on demo_old (fname)`.execute(db.owner)
    const old = noteScreen({
      id: 'demo/old',
      table: { name: 'demo_old' },
      fields: [
        { key: 'fname', title: '名称', type: 'input', query: 'like' },
        { key: 'ftext', title: '正文', type: 'textarea', store: 'text' },
      ],
      list: { sort: '-createTime,-fname' },
    })
    expect((await plan(old)).map((step) => step.text)).toEqual([
      '加拼音列 demo_old.sys_py_fname（按拼音和首字母查 fname）',
      '加触发器 sys_table_changed（demo_old，记录数据有无变化）',
      '加索引 ls_demo_old_create_time（demo_old.create_time）',
      '加索引 ls_demo_old_fname（demo_old.fname）',
      '加索引 lt_demo_old_fname（demo_old.fname）',
      '加索引 py_demo_old_sys_py_fname（demo_old.sys_py_fname）',
      '加索引 ls_demo_old_create_time_fname（demo_old.create_time、fname）',
      '去掉 pg_trgm 索引 tg_demo_old_fname（demo_old）',
    ])
    await apply(old)
    expect(await plan(old)).toEqual([])
  })

  it('a number of a balance has no index to sort by, and one of an earlier version goes', async () => {
    const balance = noteScreen({
      id: 'demo/held',
      table: { name: 'demo_held', derived: true, indexes: [{ fields: ['fname'], unique: true }] },
      fields: [
        { key: 'fname', title: '名称', type: 'input', length: 40 },
        { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2, isOrder: true, query: 'range' },
      ],
    })
    await apply(balance)
    expect(await plan(balance)).toEqual([])
    const { db } = server.services
    const { rows } = await sql<{ name: string }>`
      select indexname as name from pg_indexes where tablename = 'demo_held' order by 1`.execute(db.owner)
    expect(rows.map(({ name }) => name)).not.toContain('ls_demo_held_fnum')
    await sql`create index ls_demo_held_fnum on demo_held (fnum)`.execute(db.owner)
    expect((await plan(balance)).map((step) => step.text)).toEqual([
      '去掉索引 ls_demo_held_fnum（demo_held）',
    ])
  })

  it('creates a unique index for a unique rule, and drops it with the rule', async () => {
    const unique = { ...text(3), validateRules: [{ unique: true }] }
    const kinds = async (fields: unknown[]) => (await plan(table(fields))).map((step) => step.kind)
    const rest = [
      { key: 'fday', title: '日', type: 'date' },
      { key: 'fnum', title: '数', type: 'inputNumber', scale: 2 },
    ]
    expect(await kinds([unique, ...rest])).toEqual(['index'])
    await apply(table([unique, ...rest]))
    expect(await kinds([text(3), ...rest])).toEqual(['unindex'])
  })
})
