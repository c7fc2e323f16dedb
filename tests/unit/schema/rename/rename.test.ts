import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { isJsonObject, isSameJson, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { Renaming } from '#runtime/schema/rename/definition.ts'
import { isSameButNote } from '#runtime/schema/rename/rename.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { wantedTables } from '#server/documents/plan/tables.ts'
import { parts, renameIn, shipped } from './shipped.ts'

const price = { key: 'fprice', title: '单价', type: 'inputNumber', scale: 2 }
const name = { key: 'fname', title: '名称', type: 'input' }
const items = {
  key: 'items',
  title: '明细',
  type: 'table',
  table: { name: 'rn_goods_item', fk: 'fgoodsid' },
  fields: [
    { key: 'fprice', title: '价', type: 'inputNumber', scale: 2, defaultValue: '=form.fprice' },
    { key: 'fnum', title: '量', type: 'inputNumber', scale: 2, compute: 'row.fprice + form . fprice' },
  ],
}
const goods = {
  version: 2,
  kind: 'screen',
  id: 'rn/goods',
  title: '货品',
  table: { name: 'rn_goods', indexes: [['fprice']] },
  fields: [
    name,
    price,
    { key: 'ftax', title: '税', type: 'inputNumber', scale: 2, compute: 'round( fprice*0.1 ,2)' },
    { key: 'ftext', title: '说明', type: 'input', defaultValue: "=concat('fprice ', fname)" },
    { key: 'flink', title: '链接', type: 'link', href: '/rn/goods?fprice={fprice}&sort=-fprice' },
    items,
    { key: 'ftotal', title: '合计', type: 'inputNumber', scale: 2, compute: 'sum(items.fprice) + fprice' },
  ],
  list: { sort: '-fname,fprice', fields: ['fname', 'fprice'] },
  actions: { row: [{ code: 'look', title: '看', open: 'rn/goods', send: { fprice: '=row.fprice' } }] },
  rowRules: [{ name: '贵的', where: 'fprice > 1' }],
}
const overlay = {
  version: 2,
  kind: 'screen',
  id: 'rn/cheap',
  title: '便宜的',
  extends: 'rn/goods',
  fields: [
    { key: 'fprice', width: 90 },
    { key: 'items', fields: [{ key: 'fprice', width: 80 }] },
    { key: 'fmore', type: 'input', title: '又', after: 'fprice', showIf: 'fprice < 9' },
  ],
}
const pick = {
  version: 2,
  kind: 'picker',
  id: 'rn/pick',
  title: '选货品',
  code: 'rn_pick',
  source: { screen: 'rn/goods' },
  fields: ['fname', 'fprice'],
  returns: { id: 'id', text: 'fprice' },
}
const kinds = {
  version: 2,
  kind: 'dict',
  id: 'rn/kinds',
  title: '货',
  code: 'rn_kinds',
  source: { screen: 'rn/goods', text: 'fname', value: 'id', filters: ['fprice'], fields: ['fprice'] },
}
const bill = {
  version: 2,
  kind: 'screen',
  id: 'rn/bill',
  title: '单据',
  table: { name: 'rn_bill' },
  fields: [
    { key: 'fprice', title: '价', type: 'inputNumber', scale: 2 },
    {
      key: 'fgoods',
      title: '货',
      type: 'popup',
      popupCode: 'rn_pick',
      orgFields: ['id', 'fprice'],
      destFields: ['fgoodsid', 'fprice'],
    },
    { key: 'fgoodsid', title: '货主键', type: 'hidden' },
    {
      key: 'fother',
      title: '另一个货',
      type: 'select',
      dictCode: 'rn_kinds',
      dictWhere: { fprice: '$form.fprice' },
      orgFields: ['fprice'],
      destFields: ['fprice'],
    },
    {
      key: 'fnow',
      title: '现价',
      type: 'inputNumber',
      scale: 2,
      from: { field: 'fgoodsid', screen: 'rn/goods', value: 'fprice' },
    },
  ],
}
const report = {
  version: 2,
  kind: 'report',
  id: 'rn/prices',
  title: '价格',
  code: 'rn_prices',
  perm: 'rn:prices',
  source: {
    sql: "select g.fname, G.fprice, x.fprice as other -- fprice\nfrom rn_goods g join (select fprice from rn_goods where fprice > 1) x on x.fprice = g.fprice where 'fprice' <> g.fname order by fprice",
    tables: ['rn_goods'],
  },
  fields: [
    { key: 'fname', title: '名', type: 'input' },
    { key: 'fprice', title: '价', type: 'inputNumber' },
    { key: 'other', title: '另', type: 'inputNumber' },
  ],
}
const panel = {
  version: 2,
  kind: 'panel',
  id: 'rn/panel',
  title: '看板',
  blocks: [
    {
      type: 'table',
      title: '货',
      source: { screen: 'rn/goods', query: { fprice_begin: 3 }, sort: '-fprice' },
      fields: ['fname', 'fprice'],
      titles: { fprice: '价' },
      href: '/rn/goods?id={id}&fprice={fprice}',
    },
  ],
}
const print = {
  version: 2,
  kind: 'print',
  id: 'rn/print',
  title: '印',
  screen: 'rn/goods',
  page: 'A4',
  blocks: [
    { type: 'text', text: '单价 { fprice } 元，{round(fprice * 2, 2)}，fprice' },
    { type: 'fields', fields: ['fname', 'fprice'] },
    { type: 'table', detail: 'items', columns: ['fprice', 'fnum'], totals: ['fprice'] },
  ],
}
const world: JsonObject[] = [goods, overlay, pick, kinds, bill, report, panel, print]

const renamed = (renaming: Renaming, documents = world): Record<string, JsonObject> => {
  const result = renameIn(documents, renaming)
  if (!result.ok) throw new Error(result.faults.join('\n'))
  return Object.fromEntries(result.documents.map(({ id, after }) => [id.replace('rn/', ''), after]))
}
const head: Renaming = { kind: 'field', screen: 'rn/goods', from: 'fprice', to: 'fcost' }
const readFaults = (renaming: Renaming, documents = world): string => {
  const result = renameIn(documents, renaming)
  return result.ok ? '' : result.faults.join('\n')
}

describe('rename', () => {
  it('starts from documents without problems', () => {
    const knownNames = collectKnown(world, registeredNames)
    for (const document of world)
      expect(parts.check(document, { knownNames }), String(document.id)).toEqual([])
  })

  it('follows a field through its own document, and leaves other fields, spaces and texts as they are', () => {
    const { goods: after } = renamed(head)
    expect(after).toEqual({
      ...goods,
      table: { name: 'rn_goods', indexes: [['fcost']] },
      fields: [
        name,
        { ...price, key: 'fcost', renamedFrom: 'fprice' },
        { ...goods.fields[2], compute: 'round( fcost*0.1 ,2)' },
        goods.fields[3],
        { ...goods.fields[4], href: '/rn/goods?fcost={fcost}&sort=-fprice' },
        {
          ...goods.fields[5],
          fields: [
            { ...items.fields[0], defaultValue: '=form.fcost' },
            { ...items.fields[1], compute: 'row.fprice + form . fcost' },
          ],
        },
        { ...goods.fields[6], compute: 'sum(items.fprice) + fcost' },
      ],
      list: { sort: '-fname,fcost', fields: ['fname', 'fcost'] },
      actions: { row: [{ code: 'look', title: '看', open: 'rn/goods', send: { fcost: '=row.fcost' } }] },
      rowRules: [{ name: '贵的', where: 'fcost > 1' }],
    })
  })

  it('follows a field through overlays, pickers, dictionaries, panels and prints', () => {
    const after = renamed(head)
    expect(after.cheap?.fields).toEqual([
      { key: 'fcost', width: 90 },
      { key: 'items', fields: [{ key: 'fprice', width: 80 }] },
      { key: 'fmore', type: 'input', title: '又', after: 'fcost', showIf: 'fcost < 9' },
    ])
    expect(after.pick).toEqual({ ...pick, fields: ['fname', 'fcost'], returns: { id: 'id', text: 'fcost' } })
    expect(after.kinds?.source).toEqual({ ...kinds.source, filters: ['fcost'], fields: ['fcost'] })
    expect(listObjects(after.bill?.fields).slice(1)).toEqual([
      { ...bill.fields[1], orgFields: ['id', 'fcost'] },
      bill.fields[2],
      { ...bill.fields[3], dictWhere: { fcost: '$form.fprice' }, orgFields: ['fcost'] },
      { ...bill.fields[4], from: { field: 'fgoodsid', screen: 'rn/goods', value: 'fcost' } },
    ])
    expect(listObjects(after.panel?.blocks)[0]).toMatchObject({
      source: { screen: 'rn/goods', query: { fcost_begin: 3 }, sort: '-fcost' },
      fields: ['fname', 'fcost'],
      titles: { fcost: '价' },
      href: '/rn/goods?id={id}&fcost={fcost}',
    })
    expect(after.print?.blocks).toEqual([
      { type: 'text', text: '单价 { fcost } 元，{round(fcost * 2, 2)}，fprice' },
      { type: 'fields', fields: ['fname', 'fcost'] },
      print.blocks[2],
    ])
  })

  it('follows a column and a table in SQL, so that the result of the statement stays', () => {
    expect(renamed(head).prices?.source).toEqual({
      sql: "select g.fname, G.fcost as fprice, x.fprice as other -- fprice\nfrom rn_goods g join (select fcost as fprice from rn_goods where fcost > 1) x on x.fprice = g.fcost where 'fprice' <> g.fname order by fprice",
      tables: ['rn_goods'],
    })
    const after = renamed({ kind: 'table', from: 'rn_goods', to: 'rn_wares' })
    expect(after.prices?.source).toEqual({
      sql: "select g.fname, G.fprice, x.fprice as other -- fprice\nfrom rn_wares g join (select fprice from rn_wares as rn_goods where fprice > 1) x on x.fprice = g.fprice where 'fprice' <> g.fname order by fprice",
      tables: ['rn_wares'],
    })
    expect(after.goods?.table).toEqual({ name: 'rn_wares', renamedFrom: 'rn_goods', indexes: [['fprice']] })
  })

  it('leaves a column in USING to hands, and names its place', () => {
    const joined = {
      ...report,
      source: {
        sql: 'select a.fname, fprice, 1 as other from rn_goods a join rn_goods b using (fprice)',
        tables: ['rn_goods'],
      },
    }
    const result = renameIn([goods, joined], head)
    expect(result.ok && result.byHand).toEqual([
      { id: 'rn/prices', path: '/source/sql', text: expect.stringContaining('要手工改成 fcost') },
    ])
  })

  it('follows a detail table, a screen and a dictionary', () => {
    const detail = renamed({ kind: 'field', screen: 'rn/cheap', from: 'items', to: 'lines' })
    expect(listObjects(detail.goods?.fields)[6]?.compute).toBe('sum(lines.fprice) + fprice')
    expect(listObjects(detail.cheap?.fields).map(({ key }) => key)).toEqual(['fprice', 'lines', 'fmore'])
    expect(listObjects(detail.print?.blocks)[2]).toEqual({ ...print.blocks[2], detail: 'lines' })
    const screen = renamed({ kind: 'document', from: 'rn/goods', to: 'rn/wares' })
    expect(screen.goods).toMatchObject({ id: 'rn/wares', perm: 'rn:goods' })
    expect(listObjects(screen.goods?.fields)[4]?.href).toBe('/rn/wares?fprice={fprice}&sort=-fprice')
    expect([screen.cheap?.extends, screen.print?.screen, screen.pick?.source]).toEqual([
      'rn/wares',
      'rn/wares',
      { screen: 'rn/wares' },
    ])
    const dict = renamed({ kind: 'dict', from: 'rn_kinds', to: 'rn_wares' })
    expect([dict.kinds?.code, listObjects(dict.bill?.fields)[3]?.dictCode]).toEqual(['rn_wares', 'rn_wares'])
  })

  it('follows a field and a screen through a workflow', () => {
    const led = {
      ...{ version: 2, kind: 'screen', id: 'rn/led', title: '单', table: { name: 'rn_led' } },
      fields: [name, price, { key: 'fstate', title: '状态', type: 'input' }],
      flow: {
        ...{ field: 'fstate', initial: '一', editable: ['一'] },
        moves: [
          { code: 'submit', title: '提交', from: ['一'], to: '二' },
          { code: 'audit', title: '审核', from: ['二'], to: '三' },
          { code: 'back', title: '退回', from: ['二'], to: '一' },
        ],
      },
      actions: { row: ['submit', 'audit', 'back'] },
    }
    const written = (key: string, screen = 'rn/led') => ({
      ...{ version: 2, kind: 'workflow', id: 'rn/way', title: '流程', screen, when: `${key} > 1` },
      ...{ caseTitle: `单价 \${${key}}`, start: 'submit', pass: 'audit', back: 'back' },
      steps: [
        {
          ...{ key: 'fprice', title: 'fprice', type: 'branch' },
          branches: [
            {
              ...{ title: '贵', when: `${key} > 9` },
              steps: [{ key: 'one', title: '甲', type: 'approve', to: { heads: 1 }, write: [key] }],
            },
            {
              title: '便宜',
              steps: [
                {
                  key: 'two',
                  title: '乙',
                  type: 'approve',
                  to: { users: [`=concat(${key}, '')`] },
                },
                {
                  ...{ key: 'act', title: '丙', type: 'act' },
                  make: { screen, values: { fname: `=concat(${key}, '')`, [key]: `=${key}` } },
                },
              ],
            },
          ],
        },
      ],
    })
    const workflow = written('fprice')
    const knownNames = collectKnown([led, workflow], registeredNames)
    expect(parts.check(workflow, { knownNames })).toEqual([])
    const field = renamed({ ...head, screen: 'rn/led' }, [led, workflow])
    expect(field.way).toEqual(written('fcost'))
    const screen = renamed({ kind: 'document', from: 'rn/led', to: 'rn/lead' }, [led, workflow])
    expect(screen.way).toEqual(written('fprice', 'rn/lead'))
  })

  it.each<[string, string]>([
    ['fname', '字段名「fname」重复'],
    ['createBy', '系统自带的列'],
    ['order', 'SQL 的词'],
    ['user', '表达式里的词'],
    ['__proto__', '不能作字段名'],
    ['fprice', '请换一个'],
    ['fName', '用了同一列 f_name'],
  ])('refuses the name %s', (to, text) => {
    const clash =
      to === 'fName' ? { ...goods, fields: [...goods.fields, { key: 'f_name', type: 'input' }] } : goods
    expect(readFaults({ ...head, to }, [clash])).toContain(text)
  })

  it('refuses a name by which an expression would read another field, and the names of other things', () => {
    const row = { ...head, detail: 'items', from: 'fnum', to: 'fname' }
    const read = structuredClone(goods)
    Object.assign((read.fields[5] as typeof items).fields[0] ?? {}, { showIf: "fname == 'x'" })
    expect(readFaults(row, [read])).toContain('改名以后「fname」会是另一个意思')
    expect(readFaults({ kind: 'document', from: 'rn/goods', to: 'rn/bill' })).toContain('已有文档')
    expect(readFaults({ kind: 'table', from: 'rn_goods', to: 'rn_bill' })).toContain('已被')
    expect(readFaults({ kind: 'table', from: 'rn_goods', to: 'sys_goods' })).toContain('sys_')
    expect(readFaults({ kind: 'dict', from: 'none', to: 'rn_x' })).toContain('没有字典')
    expect(readFaults({ ...head, from: 'fnone' })).toContain('没有字段「fnone」')
    expect(readFaults({ ...head, screen: 'rn/prices', from: 'fname', to: 'ftitle' })).toContain('在 SQL 里改')
  })
})

/** A sequence of numbers that is the same in each run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1103515245 + 12345) % 2147483648
    yield state
  }
}

const screens = shipped.flatMap((document) =>
  isJsonObject(document.table) && !String(document.table.name).startsWith('sys_') ? [document] : [],
)

/** Random renames of fields of shipped documents. */
function* randomRenames(count: number): Generator<Extract<Renaming, { kind: 'field' }>> {
  const random = numbers(7)
  const choose = <T>(list: readonly T[]): T => list[random.next().value % list.length] as T
  for (let at = 0; at < count; at++) {
    const screen = choose(screens)
    const details = listObjects(screen.fields).filter(({ type }) => type === 'table')
    const detail = details.length > 0 && at % 2 === 0 ? choose(details) : undefined
    const from = String(choose(listObjects((detail ?? screen).fields)).key)
    yield {
      kind: 'field',
      screen: String(screen.id),
      ...(detail && { detail: String(detail.key) }),
      from,
      to: `${from}Qz`,
    }
  }
}

const writeTables = (documents: readonly JsonObject[]): string => {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const whole = documents.flatMap((document) => {
    const resolved = document.kind === 'screen' ? resolveDocument(document, (id) => byId.get(id)) : null
    return resolved?.ok ? [resolved.document as unknown as StoredScreen] : []
  })
  return JSON.stringify(whole.flatMap((screen) => wantedTables(screen, fieldValues)))
}

describe('random renames in all shipped documents', () => {
  it('check clean, plan the same tables but for the name, and back give the same documents', () => {
    let done = 0
    for (const renaming of randomRenames(14)) {
      const result = renameIn(shipped, renaming)
      if (!result.ok) {
        // Code reads the fields of effects by name, the rights of separate rows contain their key, a ledger has one name for a field
        // of two screens, and a follow-up names what it makes.
        expect(result.faults.join('\n')).toMatch(/效果「|权限编码「|的 (measures|dimensions)\[|下推自动加的/)
        continue
      }
      done += 1
      const changed = new Map(result.documents.map(({ id, after }) => [id, after]))
      const after = shipped.map((document) => changed.get(String(document.id)) ?? document)
      const knownNames = collectKnown(after, registeredNames)
      for (const document of after)
        if (changed.has(String(document.id))) expect(parts.check(document, { knownNames })).toEqual([])
      const word = `${renaming.from}Qz`
      const plain = (text: string) =>
        text.replaceAll(toSnake(word), toSnake(renaming.from)).replace(/,"renamedFrom":"[^"]*"/g, '')
      if (renaming.detail === undefined && !result.documents.some(({ after }) => after.table === undefined))
        expect(plain(writeTables(after)).length).toBe(writeTables(shipped).length)
      const back = renameIn(after, { ...renaming, from: renaming.to, to: renaming.from })
      if (!back.ok) throw new Error(back.faults.join('\n'))
      const restored = new Map(back.documents.map((entry) => [entry.id, entry.after]))
      expect([...restored.keys()].sort()).toEqual([...changed.keys()].sort())
      for (const document of shipped) {
        const now = restored.get(String(document.id))
        if (!now) continue
        expect(isSameButNote(now, document)).toBe(true)
        expect(isSameJson(now, document) || document.id === renaming.screen).toBe(true)
      }
    }
    expect(done).toBeGreaterThan(9)
  }, 60_000)
})
