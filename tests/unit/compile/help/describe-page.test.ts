import { describe, expect, it } from 'vitest'
import { type DescribedDocument, describePage } from '#runtime/compile/help/describe-page.ts'
import { createLookup } from '#runtime/data/dict.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import typeTexts from '#runtime/fields/kit/types.json'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { composeSchema } from '#runtime/schema/compose.ts'
import { documentKinds } from '#runtime/schema/kinds/index.ts'
import { kindPlans } from '#runtime/schema/kinds/plans.ts'

const titles: Readonly<Record<string, { title: string }>> = typeTexts
const everything = () => true
const lookup = createLookup((code) => (code === 'unit' ? [{ value: 'M', text: '米' }] : undefined))

const describeAs = (document: object, can: (code: string) => boolean = everything) =>
  describePage(document as DescribedDocument, {
    types: fieldTypes,
    can,
    lookup,
    typeTitle: (type) => titles[type]?.title ?? '',
  })
const screen = (fields: readonly object[], rest: object = {}) => ({
  kind: 'screen',
  id: 'stock/in-bill',
  title: '入库单',
  perm: 'stock:in',
  fields,
  ...rest,
})
const findPart = (help: ReturnType<typeof describeAs>, title: string) =>
  help.parts.find((part) => part.title === title)
const factsIn = (fields: readonly object[], can?: (code: string) => boolean) =>
  findPart(describeAs(screen(fields), can), '字段')?.entries.map(({ title, word, facts, text }) => ({
    title,
    word,
    facts: facts.join('；'),
    ...(text && { text }),
  }))

describe('a field in the description of a page', () => {
  it('has its type, its rules and its limits in words', () => {
    const rules = [
      { required: true },
      { unique: true },
      { pattern: 'm' },
      { pattern: '^A', message: '请以 A 开头！' },
      { check: 'fnum > 0', level: 'warning' },
    ]
    expect(
      factsIn([
        {
          key: 'fname',
          title: '名称',
          type: 'input',
          length: 50,
          help: '以版权页为准',
          validateRules: rules,
        },
        { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2, defaultValue: 1 },
      ]),
    ).toEqual([
      {
        title: '名称',
        word: '单行文字',
        facts:
          '必填；不能重复；须是手机号码；有格式要求（请以 A 开头）；须 数量 > 0（不合也能保存，会提醒）；最多 50 字',
        text: '以版权页为准',
      },
      { title: '数量', word: '数字', facts: '2 位小数；缺省 1' },
    ])
  })

  it('has its formula and its conditions with the titles of fields', () => {
    const fields = [
      { key: 'fnum', title: '数量', type: 'inputNumber' },
      { key: 'fprice', title: '单价', type: 'inputNumber', disableIf: "mode == 'edit'" },
      { key: 'famount', title: '金额', type: 'inputNumber', compute: 'fnum * fprice', showIf: 'fnum > 10' },
      { key: 'fno', title: '编号', type: 'input', auto: 'RK{####}', disabled: true },
      { key: 'fdate', title: '日期', type: 'date', defaultValue: '=today()' },
    ]
    expect(factsIn(fields)?.map(({ facts }) => facts)).toEqual([
      '',
      '方式 = 「编辑」时不能改',
      '自动计算：数量 × 单价；数量 > 10 时才有',
      '新增时自动编号',
      '缺省 今天',
    ])
  })

  it('has a limit in letters for free text, in digits for a number, and none for a choice', () => {
    const fields = [
      { key: 'fnote', title: '备注', type: 'textarea', length: 500 },
      { key: 'fnum', title: '数量', type: 'inputNumber', length: 12, scale: 2 },
      { key: 'fusers', title: '指定用户', type: 'sel_user', length: 4000 },
      { key: 'funit', title: '单位', type: 'input', dictCode: 'unit', length: 20 },
      { key: 'fbody', title: '正文', type: 'umeditor', length: 9000 },
    ]
    expect(factsIn(fields)?.map(({ facts }) => facts)).toEqual([
      '最多 500 字',
      '最多 12 位；2 位小数',
      '',
      '',
      '',
    ])
  })

  it('has the texts of choices instead of their codes, in its default and in conditions', () => {
    const options = [
      { value: 'ALL', text: '全体用户' },
      { value: 'USER', text: '指定用户' },
    ]
    const fields = [
      { key: 'msgType', title: '通告对象', type: 'radio', options, defaultValue: 'ALL' },
      { key: 'funit', title: '单位', type: 'select', dictCode: 'unit', defaultValue: 'M' },
      { key: 'fopen', title: '公开', type: 'switch', defaultValue: 'N' },
      { key: 'fdept', title: '部门', type: 'select', dictCode: 'unit', defaultValue: '=user.orgCode' },
      { key: 'users', title: '用户', type: 'input', showIf: "msgType == 'USER' and mode != 'edit'" },
      { key: 'fa', title: '甲', type: 'input', showIf: "funit in ['M', 'X']" },
      { key: 'fb', title: '乙', type: 'input', showIf: "users == 'USER'" },
    ]
    expect(factsIn(fields)?.map(({ facts }) => facts)).toEqual([
      '可选：全体用户、指定用户；缺省 全体用户',
      '缺省 米',
      '缺省 否',
      '缺省 您的部门',
      '通告对象 = 「指定用户」 且 方式 ≠ 「编辑」时才有',
      '单位 属于 [「米」、「X」] 时才有',
      '用户 = 「USER」时才有',
    ])
  })

  it('is left out where the user may not read it, and says where he may not change it', () => {
    const fields = [
      { key: 'fa', title: '甲', type: 'input', access: { read: 'stock:in:price' } },
      { key: 'fb', title: '乙', type: 'input', access: { edit: 'stock:in:price' } },
      { key: 'fc', type: 'hidden' },
      { key: 'fd', title: '丁', type: 'input', form: false },
      { key: 'fe', title: '戊', type: 'input', form: false, list: false },
    ]
    const without = (code: string) => code !== 'stock:in:price'
    expect(factsIn(fields, without)).toEqual([
      { title: '乙', word: '单行文字', facts: '您没有修改它的权限' },
      { title: '丁', word: '单行文字', facts: '只在列表里' },
    ])
    expect(factsIn(fields)?.map(({ title }) => title)).toEqual(['甲', '乙', '丁'])
  })

  it('has its choices, or the dictionary that has them', () => {
    const options = [
      { value: 'a', text: '书' },
      { value: 'b', text: '刊' },
    ]
    const help = describeAs(
      screen([
        { key: 'fa', title: '甲', type: 'select', options },
        { key: 'fb', title: '乙', type: 'select', dictCode: 'unit' },
      ]),
    )
    const [first, second] = findPart(help, '字段')?.entries ?? []
    expect(first?.facts).toEqual(['可选：书、刊'])
    expect(second?.dictCode).toBe('unit')
  })

  it('of each type has the title of the type in Chinese', () => {
    for (const [type, { designer }] of fieldTypes) {
      const field = { ...(designer?.sample as object), key: 'fx', title: '甲', type, list: true }
      const help = describeAs(screen([field]))
      const found = help.parts.flatMap(({ entries }) => entries).filter(({ title }) => title === '甲')
      const isPart = type === 'hidden' || type === 'table'
      expect([type, found.length > 0]).toEqual([type, !isPart])
      for (const { word, facts } of found.filter((entry) => entry.word !== undefined)) {
        expect(word).toMatch(/[\u4e00-\u9fff]|Markdown/)
        for (const fact of facts) expect(fact).not.toMatch(/undefined|\[object|null/)
      }
    }
  })
})

it('the rows of a detail are a part of their own, with the limits of the rows', () => {
  const fields = [
    {
      key: 'items',
      title: '入库明细',
      type: 'table',
      minRows: 1,
      fields: [
        { key: 'fnum', title: '数量', type: 'inputNumber' },
        { key: 'famount', title: '金额', type: 'inputNumber', compute: 'fnum * 2' },
      ],
    },
    { key: 'fsum', title: '合计', type: 'inputNumber', compute: 'sum(items.famount)' },
  ]
  const help = describeAs(screen(fields))
  expect(findPart(help, '明细「入库明细」')).toMatchObject({
    text: '至少 1 行。',
    entries: [{ title: '数量' }, { title: '金额', facts: ['自动计算：数量 × 2'] }],
  })
  expect(findPart(help, '字段')?.entries[0]?.facts).toEqual(['自动计算：合计（金额）'])
})

describe('the buttons in the description of a page', () => {
  const flow = {
    field: 'fstates',
    initial: '待审核',
    editable: ['待审核'],
    moves: [
      { code: 'audit', title: '审核', from: ['待审核'], to: '已审核', batch: true },
      {
        code: 'reject',
        title: '驳回',
        from: ['待审核'],
        to: '已驳回',
        ask: { key: 'fnote', title: '意见', required: true },
      },
    ],
  }
  const bill = screen([{ key: 'fstates', title: '状态', type: 'input' }], {
    flow,
    actions: { toolbar: ['add', 'audit'], row: ['detail', 'reject'] },
  })

  it('are those that the user may press, with the states of their moves', () => {
    const without = (code: string) => code !== 'stock:in:add'
    const part = findPart(describeAs(bill, without), '按钮')
    expect(part?.text).toBe(
      '新增的记录是「待审核」。「待审核」的记录可以修改和删除，别的状态只能查看和办理。',
    )
    const texts = part?.entries.map(({ title, word, facts, text }) => [title, word, facts.join('；'), text])
    expect(texts).toContainEqual([
      '审核',
      '列表上方',
      '「待审核」 → 「已审核」；可以对勾选的几行一起办',
      undefined,
    ])
    expect(texts).toContainEqual(['驳回', '每行', '「待审核」 → 「已驳回」；要填意见', undefined])
    expect(texts).toContainEqual(['详情', '每行', '', '查看这条记录，不会改动它'])
    expect(part?.entries.some(({ title }) => title === '新增')).toBe(false)
    expect(findPart(describeAs(bill), '按钮')?.entries.some(({ title }) => title === '新增')).toBe(true)
  })

  it('of a form is the one that submits it', () => {
    const form = {
      kind: 'form',
      id: 'stock/ask',
      title: '填写',
      fields: [{ key: 'fname', title: '名称', type: 'input' }],
      submit: { title: '提交', method: 'POST', url: '/stock/ask' },
    }
    expect(describeAs(form).intro).toContain('一张表单')
    expect(findPart(describeAs(form), '按钮')?.entries).toMatchObject([{ title: '提交' }])
  })
})

it('a report has its parameters and its columns', () => {
  const help = describeAs({
    kind: 'report',
    id: 'report/flow',
    title: '流水',
    code: 'rp_flow',
    perm: 'report:flow',
    params: [{ key: 'warehouse', title: '仓库', type: 'select', dictCode: 'stk_warehouse', required: true }],
    fields: [{ key: 'fname', title: '品名', type: 'input', query: 'like' }],
  })
  expect(help.intro).toContain('报表')
  expect(findPart(help, '查询条件')?.entries).toMatchObject([
    { title: '仓库', facts: ['必填'], dictCode: 'stk_warehouse' },
    { title: '品名', facts: ['包含填的文字，* 代表任意文字'] },
  ])
  expect(findPart(help, '列')?.entries).toMatchObject([{ title: '品名' }])
  expect(findPart(help, '按钮')?.entries).toMatchObject([{ title: '导出' }])
})

it('a panel has its filters and those of its blocks that the user may see', () => {
  const panel = {
    kind: 'panel',
    id: 'home/figures',
    title: '看板',
    filters: [{ key: 'warehouse', title: '仓库', type: 'select', dictCode: 'stk_warehouse' }],
    blocks: [
      { type: 'statistic', title: '张数' },
      { type: 'table', title: '工资', needs: 'pay:list' },
    ],
  }
  const help = describeAs(panel, (code) => code !== 'pay:list')
  expect(findPart(help, '查询条件')?.entries).toMatchObject([{ title: '仓库' }])
  expect(findPart(help, '内容')?.entries).toMatchObject([{ title: '张数', word: '数字' }])
})

describe('a document kind with a page', () => {
  const { $defs } = composeSchema(fieldSettings) as { $defs: Record<string, { properties?: object }> }
  const hasHelp = (name: string) =>
    'help' in ($defs[name === 'screen' ? 'screen' : `kind.${name}`]?.properties ?? {})

  it('may have a help, and no other kind', () => {
    const pages = kindPlans.filter(({ isPage }) => isPage).map(({ name }) => name)
    expect(documentKinds.map(({ name }) => name).filter(hasHelp)).toEqual(
      documentKinds.map(({ name }) => name).filter((name) => pages.includes(name)),
    )
  })

  it('says what its page is for', () => {
    for (const { name, isPage } of kindPlans)
      if (isPage)
        expect(describeAs({ kind: name, id: 'a/b', title: '甲', fields: [] }).intro).toMatch(/^这一页/)
  })
})
