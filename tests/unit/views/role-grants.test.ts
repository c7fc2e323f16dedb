import { describe, expect, it } from 'vitest'
import {
  type ColumnEffect,
  columnSentences,
  inferenceWarnings,
  type RoleColumn,
} from '#views/role/column-sentences.ts'
import { differenceSentences } from '#views/role/difference.ts'
import {
  grantableKeys,
  indexTree,
  matching,
  missingNeeds,
  type PermissionNode,
  partlyGranted,
  toggled,
} from '#views/role/grant-tree.ts'

const node = (key: string, title: string, menuType: number, children?: PermissionNode[]): PermissionNode => ({
  key,
  title,
  parentId: '',
  menuType,
  ruleFlag: 0,
  ...(children && { children }),
})
const page = (id: string, title: string) =>
  node(id, title, 1, [node(`${id}:list`, '查询', 2), node(`${id}:export`, '导出', 2)])
const tree = [
  node('base', '基础资料', 0, [page('goods', '物资'), page('house', '仓库')]),
  node('owner:', '其他', 3, [node('owner:pick', '选择用户', 3, [node('pick:user', '选择用户', 2)])]),
]
const index = indexTree(tree)

describe('toggled', () => {
  it('grants a page and its group with a button when linked', () => {
    expect([...toggled(new Set(), 'goods:export', index, true)].sort()).toEqual([
      'base',
      'goods',
      'goods:export',
    ])
  })

  it('grants and withdraws everything below a page when linked', () => {
    const granted = toggled(new Set(['house']), 'goods', index, true)
    expect([...granted].sort()).toEqual(['base', 'goods', 'goods:export', 'goods:list', 'house'])
    expect([...toggled(granted, 'goods', index, true)].sort()).toEqual(['base', 'house'])
  })

  it('changes the pressed node only when not linked', () => {
    expect([...toggled(new Set(['goods:list']), 'goods', index, false)].sort()).toEqual([
      'goods',
      'goods:list',
    ])
  })

  it('never grants the title of a document', () => {
    expect([...toggled(new Set(), 'pick:user', index, true)]).toEqual(['pick:user'])
    expect(grantableKeys(tree)).not.toContain('owner:pick')
  })
})

describe('rights that give more than their page', () => {
  const audit = { ...node('in:audit', '审核', 2), widenFlag: 1 }
  const bills = [node('in', '入库单', 1, [node('in:list', '查询', 2), audit])]
  const billIndex = indexTree(bills)

  it('are not granted with the page, but by themselves, and are withdrawn with it', () => {
    expect([...toggled(new Set(), 'in', billIndex, true)]).toEqual(['in', 'in:list'])
    const granted = toggled(new Set(), 'in:audit', billIndex, true)
    expect([...granted].sort()).toEqual(['in', 'in:audit'])
    expect([...toggled(granted, 'in', billIndex, true)]).toEqual([])
  })
})

describe('missingNeeds', () => {
  const add = {
    ...node('loan:add', '新增', 2),
    needs: [['pick:reader', 'reader:list'], ['goods:list'], ['pick:unknown']],
  }
  const needing = indexTree([
    node('loan', '借阅', 1, [add]),
    node('goods', '物资', 1, [node('goods:list', '查询', 2)]),
    node('owner:pick', '选择读者', 3, [node('pick:reader', '选择读者', 2)]),
    node('reader', '读者', 1, [node('reader:list', '查询', 2)]),
  ])
  const missing = (...granted: string[]) => missingNeeds(new Set(granted), needing).map(({ key }) => key)

  it('names the least right for each picker of a granted form', () => {
    expect(missing('loan:add')).toEqual(['pick:reader', 'goods:list'])
    expect(missing('loan')).toEqual([])
  })

  it('is satisfied by any of the rights that open the picker', () => {
    expect(missing('loan:add', 'reader:list', 'goods:list')).toEqual([])
    expect(missing('loan:add', 'pick:reader')).toEqual(['goods:list'])
  })
})

describe('partlyGranted', () => {
  it('names the nodes above a granted one that are not granted themselves', () => {
    expect(partlyGranted(new Set(['goods', 'goods:list', 'pick:user']), index).sort()).toEqual([
      'base',
      'owner:',
      'owner:pick',
    ])
  })
})

describe('matching', () => {
  it('keeps the nodes above a match and everything below it', () => {
    expect(grantableKeys(matching(tree, '物资'))).toEqual(['base', 'goods', 'goods:list', 'goods:export'])
    expect(matching(tree, '没有')).toEqual([])
    expect(matching(tree, '')).toEqual(tree)
  })
})

describe('differenceSentences', () => {
  it('counts people and pages for each button', () => {
    const gained = [
      { id: 'goods:export', people: 37 },
      { id: 'house:export', people: 37 },
    ]
    expect(differenceSentences({ gained, lost: [] }, index)).toEqual([
      '37 人将获得 2 个页面的「导出」：「物资」、「仓库」',
    ])
  })

  it('names pages without the groups of the menu, and says of the role what nobody gains', () => {
    const gained = [
      { id: 'base', people: 2 },
      { id: 'goods', people: 2 },
    ]
    const lost = [{ id: 'house:list', people: 0 }]
    expect(differenceSentences({ gained, lost }, index)).toEqual([
      '2 人将获得 1 个页面：「物资」',
      '角色将失去 1 个页面的「查询」：「仓库」',
    ])
  })
})

describe('columnSentences', () => {
  const effect = (title: string, before: string, right: string, people: number) =>
    ({ path: title, title, before, right, people }) as ColumnEffect

  it('joins columns that affect the same people in the same way', () => {
    const effects = [
      effect('电话', 'edit', 'none', 12),
      effect('备注', 'read', 'none', 12),
      effect('单价', 'edit', 'read', 12),
      effect('金额', 'none', 'edit', 0),
    ]
    expect(columnSentences(effects, '「往来单位」')).toEqual([
      '12 人将看不到「往来单位」的「电话」、「备注」',
      '12 人将不能修改「往来单位」的「单价」',
      '角色将看到「往来单位」的「金额」',
    ])
  })

  it('says what a column that was hidden becomes', () => {
    const effects = [effect('电话', 'none', 'read', 1), effect('备注', 'read', 'edit', 1)]
    expect(columnSentences(effects, '「甲」')).toEqual([
      '1 人将看到但不能修改「甲」的「电话」',
      '1 人将能修改「甲」的「备注」',
    ])
  })

  it('keeps columns apart that affect different numbers of people', () => {
    const effects = [effect('电话', 'edit', 'none', 3), effect('备注', 'edit', 'none', 12)]
    expect(columnSentences(effects, '「甲」')).toEqual([
      '3 人将看不到「甲」的「电话」',
      '12 人将看不到「甲」的「备注」',
    ])
  })

  it.each([
    [5, '1 人将看不到「甲」的「列0」、「列1」、「列2」、「列3」、「列4」'],
    [7, '1 人将看不到「甲」的「列0」、「列1」、「列2」、「列3」、「列4」 等 7 列'],
  ])('names five columns of %s, and the number of all when there are more', (length, sentence) => {
    const effects = Array.from({ length }, (_, at) => effect(`列${at}`, 'edit', 'none', 1))
    expect(columnSentences(effects, '「甲」')).toEqual([sentence])
  })
})

describe('inferenceWarnings', () => {
  const column = (path: string, inferring: string[] = []): RoleColumn => ({
    path,
    title: path,
    isEditable: true,
    right: 'edit',
    together: [],
    inferredBy: inferring.map((other) => ({ path: other, title: other })),
  })
  const columns = [column('单价', ['金额', '合计']), column('金额', ['合计']), column('合计'), column('数量')]
  const warnings = (...hidden: string[]) =>
    Object.fromEntries(inferenceWarnings(columns, ({ path }) => (hidden.includes(path) ? 'none' : 'edit')))

  it('names the visible columns that are computed from a hidden one', () => {
    expect(warnings('单价')).toEqual({ 单价: '可以由看得到的「金额」、「合计」推算，请一并隐藏' })
    expect(warnings('单价', '金额')).toEqual({
      单价: '可以由看得到的「合计」推算，请一并隐藏',
      金额: '可以由看得到的「合计」推算，请一并隐藏',
    })
  })

  it('is silent when nothing that is computed from a hidden column is visible', () => {
    expect([warnings(), warnings('数量'), warnings('单价', '金额', '合计')]).toEqual([{}, {}, {}])
  })
})
