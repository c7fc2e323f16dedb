import fc from 'fast-check'
import { fieldTypes } from '#runtime/fields/index.ts'

type Json = Record<string, unknown>

/** The sample fields of all types, with keys that no other field has. */
const samples = [...fieldTypes.values()].map(({ type, designer, dataType, query, column }) => ({
  type,
  sample: designer.sample as Json,
  isRows: dataType === 'rows',
  rules: query?.rules ?? [],
  isStored: column(designer.sample) !== null,
  dataType,
}))
const plain = samples.filter(({ isRows }) => !isRows)

/** Settings that name other fields of the document name the field itself, or are left out with what follows from them. */
function settle(sample: Json, key: string): Json {
  const { orgFields, destFields, next, ...rest } = sample
  if (next !== undefined) return { ...rest, next, destFields: ['fother'] }
  return Array.isArray(destFields) && destFields.length === 1
    ? { ...rest, orgFields, destFields: [key] }
    : rest
}

const isSecret = (type: string) => fieldTypes.get(type)?.isSecret === true

/** A field of any type with settings that most types have. */
const anyField = (key: string): fc.Arbitrary<Json> =>
  fc.constantFrom(...plain).chain(({ type, sample, rules, isStored, dataType }) =>
    fc
      .record(
        {
          width: fc.constantFrom(80, 120, 200),
          query: fc.constantFrom(true, ...rules),
          isOrder: fc.boolean(),
          list: fc.constantFrom(false, { width: 140 }, { ellipsis: 10 }),
          span: fc.constantFrom(1, 2),
          help: fc.constant('说明'),
          required: fc.boolean(),
          unique: fc.boolean(),
          modes: fc.constantFrom(['add', 'edit', 'detail'], ['add', 'edit']),
        },
        { requiredKeys: [] },
      )
      .map(({ query, isOrder, required, unique, ...common }) => {
        const canQuery = isStored && rules.length > 0 && !isSecret(type)
        const isText = dataType === 'text'
        // There may be nothing to choose from.
        const isChosenElsewhere =
          ['choice', 'image', 'file'].includes(dataType) && sample.options === undefined
        const validateRules = [
          ...(required && isStored && !isChosenElsewhere && type !== 'hidden'
            ? [{ required: true, message: '请填写' }]
            : []),
          ...(unique && isText && sample.type === 'input' ? [{ unique: true, message: '已有' }] : []),
        ]
        return {
          ...settle(sample, key),
          key,
          title: `${String(sample.title ?? '隐藏')}${key.slice(1)}`,
          ...common,
          ...(canQuery && query !== undefined && { query }),
          ...(canQuery && isOrder && { isOrder }),
          ...(validateRules.length > 0 && { validateRules }),
          ...(isSecret(type) && { writeOnly: true, list: false }),
        }
      }),
  )

/** What the second level of a linked choice writes into. */
const other: Json = { key: 'fother', title: '下级', type: 'input', form: false }

const number = (key: string, more: Json = {}): Json => ({
  key,
  title: `数量${key}`,
  type: 'inputNumber',
  scale: 2,
  ...more,
})

/** A row of numbers with formulas over those before, so that no formula reads itself. */
const formulas = fc
  .array(fc.constantFrom('+', '-', '*', '/'), { minLength: 0, maxLength: 3 })
  .map((operators) => [
    number('fa', { defaultValue: 2, statistics: ['sum'] }),
    number('fb', { validateRules: [{ check: 'fb > 0', message: '要大于零' }] }),
    ...operators.map((operator, at) =>
      number(`fc${at}`, {
        compute:
          operator === '/'
            ? 'if(fb == 0, 0, fa / fb)'
            : `round(${at === 0 ? 'fa' : `fc${at - 1}`} ${operator} fb, 2)`,
        statistics: ['sum', 'average'],
        query: 'range',
      }),
    ),
  ])

const states = ['草稿', '待审', '已审', '退回']
const stateField: Json = {
  key: 'fstate',
  title: '状态',
  type: 'select',
  query: 'in',
  form: false,
  options: states.map((value) => ({ value, text: value })),
  tag: { 草稿: 'orange', 已审: 'green' },
}
const note: Json = { key: 'fnote', title: '意见', type: 'textarea', length: 200, form: false }
const flow = fc.record({ hasAsk: fc.boolean(), hasSet: fc.boolean(), isBatch: fc.boolean() }).map(
  ({ hasAsk, hasSet, isBatch }): Json => ({
    field: 'fstate',
    initial: '草稿',
    editable: ['草稿', '退回'],
    moves: [
      { code: 'submit', title: '提交', from: ['草稿', '退回'], to: '待审', batch: isBatch },
      {
        code: 'audit',
        title: '审核',
        from: ['待审'],
        to: '已审',
        ...(hasSet && { set: { fnote: '=user.realname' } }),
      },
      {
        code: 'reject',
        title: '退回',
        from: ['待审'],
        to: '退回',
        ...(hasAsk && { ask: { key: 'fnote', title: '意见' } }),
      },
      { code: 'back', title: '反审', from: ['已审'], to: '草稿', confirm: '确定吗' },
    ],
  }),
)

const detail = (name: string, at: number): fc.Arbitrary<Json> =>
  fc
    .record({
      fields: fc
        .array(fc.constant(null), { minLength: 1, maxLength: 4 })
        .chain((all) => fc.tuple(...all.map((_, index) => anyField(`g${at}${index}`)))),
      minRows: fc.constantFrom(undefined, 1),
      look: fc.constantFrom(undefined, 'form'),
      formula: fc.boolean(),
    })
    .map(({ fields, minRows, look, formula }) => ({
      key: `items${at}`,
      title: `明细${at}`,
      type: 'table',
      table: { name: `${name}_item${at}`, fk: 'fheadid' },
      ...(minRows !== undefined && { minRows }),
      ...(look !== undefined && { look, maxRows: 1 }),
      fields: [
        number('fnum', { defaultValue: 1, ...(look === undefined && { statistics: ['sum'] }) }),
        number('fprice'),
        other,
        ...(formula ? [number('famount', { compute: 'fnum * fprice' })] : []),
        ...fields.map(({ modes: _, isOrder: __, query: ___, list: ____, ...field }) => field),
      ],
    }))

const layouts = ['normal', 'normal', 'tree', 'board', 'calendar', 'tab', 'innerTable', 'erp'] as const

/** A screen whose parts fit each other, and the print template of some; `at` makes their names unique. */
export const legalScreen = (at: number): fc.Arbitrary<Json[]> => {
  const id = `try/s${at}`
  const name = `try_s${at}`
  return fc
    .record({
      layout: fc.constantFrom(...layouts),
      count: fc.integer({ min: 1, max: 12 }),
      details: fc.integer({ min: 0, max: 2 }),
      flow: fc.option(flow),
      formulas,
      soft: fc.boolean(),
      uuid: fc.boolean(),
      numbered: fc.boolean(),
      shown: fc.boolean(),
      rowRule: fc.boolean(),
      isPrinted: fc.boolean(),
      match: fc.boolean(),
    })
    .chain((choice) => {
      const needsDetail = ['tab', 'innerTable', 'erp'].includes(choice.layout)
      const details = Math.max(choice.details, needsDetail ? 1 : 0)
      return fc
        .tuple(
          fc.tuple(...Array.from({ length: choice.count }, (_, index) => anyField(`f${index}`))),
          fc.tuple(...Array.from({ length: details }, (_, index) => detail(name, index))),
        )
        .map(([fields, tables]) => buildScreen({ id, name, ...choice, fields, tables }))
    })
}

interface Choice {
  id: string
  name: string
  layout: (typeof layouts)[number]
  flow: Json | null
  formulas: Json[]
  soft: boolean
  uuid: boolean
  numbered: boolean
  shown: boolean
  rowRule: boolean
  isPrinted: boolean
  match: boolean
  fields: Json[]
  tables: Json[]
}

function buildScreen(choice: Choice): Json[] {
  const { id, name, layout, tables } = choice
  const usesFlow = choice.flow !== null || layout === 'board'
  const fields: Json[] = [
    {
      key: 'fname',
      title: '名称',
      type: 'input',
      query: 'like',
      isOrder: true,
      validateRules: [{ required: true, message: '请输入名称' }],
      ...(choice.numbered && {
        auto: 'T{yyyyMMdd}{####}',
        validateRules: [{ unique: true, message: '重复' }],
      }),
    },
    { key: 'fday', title: '日期', type: 'date', query: 'range', defaultValue: '=today()', isOrder: true },
    other,
    ...choice.formulas,
    ...choice.fields,
    ...(choice.shown
      ? [
          {
            key: 'fshown',
            title: '另填',
            type: 'input',
            showIf: 'fa > 1',
            requireIf: 'fa > 5',
            disableIf: 'fa > 100',
            colors: [{ when: 'fa > fb', color: 'warning' }],
          },
        ]
      : []),
    ...(layout === 'tree'
      ? [
          { key: 'parentId', type: 'hidden' },
          { key: 'hasChild', type: 'hidden' },
        ]
      : []),
    ...(usesFlow ? [stateField, note] : []),
    ...(tables.length > 0 ? [number('ftotal', { compute: 'sum(items0.fnum)', statistics: ['sum'] })] : []),
    ...tables,
  ]
  const moves = choice.flow ? (choice.flow.moves as Json[]).map(({ code }) => code) : []
  const isTree = layout === 'tree'
  const screen: Json = {
    version: 2,
    kind: 'screen',
    id,
    title: `试${id}`,
    table: { name, ...(choice.soft && { softDelete: true }), ...(choice.uuid && { id: 'uuid' }) },
    ...(isTree && { tree: { parent: 'parentId', hasChild: 'hasChild', text: 'fname' } }),
    fields,
    list: {
      layout,
      sort: '-createTime',
      ...(layout === 'board' && { board: { field: 'fstate', title: 'fname', sum: 'fa' } }),
      ...(layout === 'calendar' && { calendar: { date: 'fday', title: 'fname' } }),
    },
    ...(choice.flow && { flow: choice.flow }),
    actions: {
      toolbar: ['add', 'import', 'export', 'deleteBatch'],
      row: [...(isTree ? ['addChild'] : []), 'edit', 'detail', 'copy', 'print', ...moves, 'delete'],
    },
    ...(choice.match && !choice.numbered && { import: { match: ['fname'], onMatch: 'update' } }),
    ...(choice.rowRule && { rowRules: [{ name: '本部门', where: 'sysOrgCode == user.orgCode' }] }),
  }
  const print: Json = {
    version: 2,
    kind: 'print',
    id: `${id}-print`,
    title: '单据',
    screen: id,
    page: 'A4',
    blocks: [
      { type: 'title' },
      { type: 'fields', fields: ['fname', 'fday', 'fa'], columnCount: 2 },
      ...(tables[0]?.look === undefined && tables.length > 0
        ? [{ type: 'table', detail: 'items0', columns: ['fnum', 'fprice'], totals: ['fnum'], minRows: 3 }]
        : []),
      { type: 'text', text: '{fname}：{capitals(fa)}' },
      { type: 'qr', text: '{fname}', height: 15 },
      { type: 'signatures', names: ['制单 {createBy}', '审核'] },
    ],
  }
  return choice.isPrinted ? [screen, print] : [screen]
}

/** A report over each tenth screen. */
export const legalReport = (at: number): Json => ({
  version: 2,
  kind: 'report',
  id: `try/r${at}`,
  title: `报表${at}`,
  code: `try_r${at}`,
  source: {
    sql: `select t.fname, t.fday, sum(t.fa) as fsum from try_s${at} t where (:day is null or t.fday = :day) group by t.fname, t.fday`,
    tables: [`try_s${at}`],
  },
  params: [{ key: 'day', title: '日期', type: 'date' }],
  fields: [
    { key: 'fname', title: '名称', type: 'input', query: 'like', isOrder: true },
    { key: 'fday', title: '日期', type: 'date', query: 'range' },
    { key: 'fsum', title: '合计', type: 'inputNumber', scale: 2, statistics: ['sum'], isOrder: true },
  ],
})

/** As many screens, drawn from a seed, with their prints and reports. */
export const legalDocuments = (count: number, seed: number): Json[] =>
  Array.from({ length: count }, (_, at) => {
    const [documents = []] = fc.sample(legalScreen(at), { seed: seed + at, numRuns: 1 })
    return at % 10 === 0 && !(documents[0]?.table as Json)?.softDelete
      ? [...documents, legalReport(at)]
      : documents
  }).flat()
