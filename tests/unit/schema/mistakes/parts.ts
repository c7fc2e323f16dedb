import { dict, form, type Mistake, panel, type Right } from './mistake.ts'
import { field, flow, long, moves, picked, rows, screen, text, transient } from './mistaken-document.ts'

/** Mistakes that would show when a document is used. */
export const partMistakes: readonly Mistake[] = [
  ['a help that is too long', screen([], { help: '先登记。'.repeat(3000) }), '/help', '不能超过 8000 个字'],
  ['a help of what is no page', { ...dict([]), help: '先登记。' }, '/help', '没有「help」'],
  [
    'a column of a detail as a number',
    screen([
      rows({ fields: [{ key: 'fq', type: 'inputNumber' }] }),
      field({ type: 'inputNumber', compute: 'items.fq * 2' }),
    ]),
    '/fields/2/compute',
    '如 sum(明细.字段)',
  ],
  [
    'a table renamed from its own name',
    screen([], { table: { name: 'stk_trial', renamedFrom: 'stk_trial' } }),
    '/table/renamedFrom',
    '请写改名之前的表名',
  ],
  [
    'a table renamed from one of the application',
    screen([], { table: { name: 'stk_trial', renamedFrom: 'sys_session' } }),
    '/table/renamedFrom',
    '是系统自己的',
  ],
  [
    'rows renamed from the table of another document',
    screen([rows({ table: { name: 'stk_trial_row', fk: 'fbillid', renamedFrom: 'bas_goods' } })]),
    '/fields/1/table/renamedFrom',
    '还有文档在用',
  ],
  [
    'the former name of a field',
    screen([field({ key: 'fnew', type: 'input', renamedFrom: 'fold' })], { list: { sort: '-fold' } }),
    '/list/sort',
    '「fold」已改名为「fnew」',
  ],
  ['no base', screen([], { extends: null }), '/extends', '请改正或删去'],
  [
    'a picker of the head that counts',
    screen([{ ...picked, countField: 'fname' }]),
    '/fields/1/countField',
    '请删去 countField',
  ],
  [
    'picks that a text counts',
    screen([rows({ fields: [{ ...picked, countField: 'fgoods' }] })]),
    '/fields/1/fields/0/countField',
    '不是可以填的数字',
  ],
  [
    'picks that an unknown field counts',
    screen([rows({ fields: [{ ...picked, countField: 'fnum' }] })]),
    '/fields/1/fields/0/countField',
    '没有字段「fnum」',
  ],
  [
    'a picker limited by a field that its source lacks',
    screen([{ ...picked, pickWhere: { fplace: '总库' } }]),
    '/fields/1/pickWhere/fplace',
    '没有「fplace」',
  ],
  [
    'a picker limited by a field that the bill lacks',
    screen([rows({ fields: [{ ...picked, pickWhere: { fname: '$form.fplace' } }] })]),
    '/fields/1/fields/0/pickWhere/fname',
    '没有字段「fplace」',
  ],
  [
    'a picker of the head limited by a row',
    screen([{ ...picked, pickWhere: { fname: '$row.fgoods' } }]),
    '/fields/1/pickWhere/fname',
    '请写 $form.fgoods',
  ],
  [
    'values taken again without the key of their record',
    screen([rows({ fields: [{ ...picked, retake: '重新取值' }] })]),
    '/fields/1/fields/0/retake',
    '请在 orgFields 里写上 id',
  ],
  [
    'values of the head taken again',
    screen([{ ...picked, retake: '重新取值' }]),
    '/fields/1/retake',
    '请删去 retake',
  ],
  [
    'the address of another page',
    screen([], { menu: { path: '/stock/use' } }),
    '/menu/path',
    '文档 stock/use 使用',
  ],
  [
    'a row button in the toolbar',
    screen([], { actions: { toolbar: ['edit'] } }),
    '/actions/toolbar/0',
    '请移到 row',
  ],
  ['a toolbar button in rows', screen([], { actions: { row: ['add'] } }), '/actions/row/0', '请移到 toolbar'],
  [
    'a button with two purposes',
    screen([], {
      actions: { row: [{ code: 'x', open: 'base/goods', call: { method: 'POST', url: '/a/b' } }] },
    }),
    '/actions/row/0/call',
    '已经写了 open',
  ],
  [
    'a button that opens a dictionary',
    screen([], { actions: { row: [{ code: 'x', open: 'dict/unit' }] } }),
    '/actions/row/0/open',
    '没有页面',
  ],
  [
    'a button that opens a picker',
    screen([], { actions: { row: [{ code: 'x', open: 'picker/goods' }] } }),
    '/actions/row/0/open',
    '没有页面',
  ],
  [
    'parameters of a call beside it',
    screen([], { actions: { row: [{ code: 'x', send: { a: 1 }, call: { method: 'POST', url: '/a/b' } }] } }),
    '/actions/row/0/send',
    '请写进 call.send',
  ],
  [
    'a state in the field of a number',
    screen([field({ ...text, auto: 'RK{####}' })], flow()),
    '/flow/field',
    '是自动编号，存不了状态，请换一个字段',
  ],
  [
    'an effect over fields that the screen lacks',
    screen([field(text)], flow({ moves: moves({ effect: 'bill.log' }) })),
    '/flow/moves/0/effect',
    '要用字段「fbillno」「ftotalamount」，本文档没有它',
  ],
  // Fields without a column, which lists and tables would leave out in silence.
  [
    'a sort by a field that is not stored',
    screen([transient], { list: { sort: '-fx' } }),
    '/list/sort',
    '不能按它排序，请换',
  ],
  ['a sort by a detail', screen([rows()], { list: { sort: 'items' } }), '/list/sort', '不能按它排序，请换'],
  [
    'an index over a field that is not stored',
    screen([transient], { table: { name: 'stk_trial', indexes: [['fname', 'fx']] } }),
    '/table/indexes/0/1',
    '没有列可以建索引，请换',
  ],
  [
    'records that an import cannot find again',
    screen([transient], { import: { match: ['fx'] } }),
    '/import/match/0',
    '不能按它认出旧记录，请换',
  ],
  ...(['image', 'umeditor'] as const).flatMap((type): [string, object, string, string][] => [
    [
      `a sort by ${type}`,
      screen([field({ type })], { list: { sort: '-fx' } }),
      '/list/sort',
      '不能按它排序，请换',
    ],
    [
      `a match by ${type}`,
      screen([field({ type })], { import: { match: ['fx'] } }),
      '/import/match/0',
      '认出旧记录，请换',
    ],
  ]),
  [
    'a sort by a masked field',
    screen([field({ ...text, mask: 'phone' })], { list: { sort: 'fx' } }),
    '/list/sort',
    '有掩码',
  ],
  [
    'a match by a computed field',
    screen([field({ ...text, compute: 'fname' })], { import: { match: ['fx'] } }),
    '/import/match/0',
    '由公式算出',
  ],
  [
    'a match by the state',
    screen([field(text)], { ...flow(), import: { match: ['fx'] } }),
    '/import/match/0',
    '由审批动作写入',
  ],
  [
    'related records by a date that contains an id',
    screen([], { related: [{ screen: 'stock/in-bill', by: 'fdate' }] }),
    '/related/0/by',
    '不会相等，请换',
  ],
  [
    'related records by a date that contains a number',
    screen([field({ type: 'inputNumber' })], {
      related: [{ screen: 'stock/in-bill', by: 'fdate', key: 'fx' }],
    }),
    '/related/0/by',
    '不会相等，请换',
  ],
  [
    'a side tree by a field that is not stored',
    screen([transient], { sideTree: { dictCode: 'stk_warehouse', field: 'fx' } }),
    '/sideTree/field',
    '不能按它筛选，请换',
  ],
  [
    'rows that refer to a field that is not stored',
    screen([transient, rows({ table: { name: 'stk_trial_row', fk: 'fbillid', ref: 'fx' } })]),
    '/fields/2/table/ref',
    '行不能以它归属，请换',
  ],
  [
    'rows that refer to a number',
    screen([
      field({ type: 'inputNumber' }),
      rows({ table: { name: 'stk_trial_row', fk: 'fbillid', ref: 'fx' } }),
    ]),
    '/fields/2/table/ref',
    '请换一个字段或删去 ref',
  ],
  [
    'a detail among the columns',
    screen([rows()], { list: { fields: ['fname', 'items'] } }),
    '/list/fields/1',
    '是明细，不能作列，请删去',
  ],
  [
    'a column that nobody may read',
    screen([field({ ...text, writeOnly: true })], { list: { fields: ['fname', 'fx'] } }),
    '/list/fields/1',
    '只写不读，不能作列，请删去',
  ],
  [
    'a query of a value that nobody may read',
    screen([field({ ...text, writeOnly: true, query: 'eq' })]),
    '/fields/1/query',
    '请删去',
  ],
  [
    'a picker of a button that calls nothing',
    screen([], { actions: { toolbar: [{ code: 'link', view: 'role-grants', pick: 'sel_user' }] } }),
    '/actions/toolbar/0/pick',
    '请写 call',
  ],
  [
    'a picker of a button in a row',
    screen([], {
      actions: {
        row: [{ code: 'link', pick: 'sel_user', call: { method: 'POST', url: '/sys/user/addSysUserRole' } }],
      },
    }),
    '/actions/row/0/pick',
    '只用于工具栏',
  ],
  [
    'a pane by a detail of its screen',
    screen([], {
      list: { layout: 'erp' },
      panes: [{ title: '单', screen: 'stock/in-bill', bind: { items: '=master.id' } }],
    }),
    '/panes/0/bind/items',
    '不能按它查，请换',
  ],
  [
    'a pane with a value that its field cannot hold',
    screen([], {
      list: { layout: 'erp' },
      panes: [{ title: '单', screen: 'stock/in-bill', bind: { fdate: '昨天' } }],
    }),
    '/panes/0/bind/fdate',
    '请改成这个字段能存的值',
  ],
  // Names that the database or requests use otherwise.
  [
    'a key that is a parameter of lists',
    screen([{ key: 'order', title: '次序', type: 'input' }]),
    '/fields/1/key',
    '如 forder',
  ],
  [
    'a key that a save leaves out',
    screen([{ key: 'field', title: '田', type: 'input' }]),
    '/fields/1/key',
    '如 ffield',
  ],
  [
    'a column name that PostgreSQL would cut',
    screen([{ key: long, title: '长', type: 'input' }]),
    '/fields/1/key',
    '请缩短它或写 column',
  ],
  [
    'a reference whose column name PostgreSQL would cut',
    screen([rows({ table: { name: 'stk_trial_row', fk: long } })]),
    '/fields/1/table/fk',
    '请缩短它',
  ],
  [
    'an index with the name of a table',
    screen([], { table: { name: 'stk_trial', indexes: [{ fields: ['fname'], name: 'bas_goods' }] } }),
    '/table/indexes/0/name',
    '索引「bas_goods」已被文档 base/goods 使用，请换一个名字',
  ],
  [
    'two indexes with one name',
    screen([field(text)], {
      table: {
        name: 'stk_trial',
        indexes: [
          { fields: ['fname'], name: 'stk_one' },
          { fields: ['fx'], name: 'stk_one' },
        ],
      },
    }),
    '/table/indexes/1/name',
    '已被本文档别处使用，请换一个名字',
  ],
  [
    'more digits than a number has',
    screen([field({ type: 'inputNumber', scale: 2, length: 1001 })]),
    '/fields/1/length',
    '数字最多 1000 位',
  ],
  [
    'a form with one step',
    form([], { steps: true, groups: [{ tab: '填写', fields: ['fname'] }] }),
    '/steps',
    '至少要两步',
  ],
  [
    'a step without a name',
    form([{ key: 'fnote', title: '备注', type: 'input' }], {
      steps: true,
      groups: [
        { tab: '填写', fields: ['fname'] },
        { title: '确认', fields: ['fnote'] },
      ],
    }),
    '/groups/1',
    '每一组都要写是哪一步',
  ],
  [
    'an answer in a field that the form lacks',
    form([], { submit: { method: 'POST', url: '/stock/ask', into: 'fanswer' } }),
    '/submit/into',
    '没有字段「fanswer」',
  ],
  [
    'an answer that stays and a page at the end',
    form([], { submit: { method: 'POST', url: '/stock/ask', into: 'fname', done: '已提交' } }),
    '/submit/done',
    '请删去 done 或 into',
  ],
  [
    'steps of a record without the field of the state',
    panel({
      type: 'steps',
      source: { screen: 'base/goods' },
      state: 'fstat',
      steps: [{ title: '待审核' }, { title: '已审核' }],
    }),
    '/blocks/0/state',
    '没有字段「fstat」',
  ],
]

const short = (more: object) => ({ key: 'fx', title: '乙', type: 'input', ...more })
const divided = (table: object, ...fields: readonly object[]) =>
  screen(fields, { table: { name: 'stk_trial', partition: 'id', ...table } })
const byField = (field: object) => divided({ partition: 'fx' }, short(field))
const key = '/table/partition'

/** Tables that cannot have a partition for each month. */
export const partitionMistakes: readonly Mistake[] = [
  ['months of random ids', divided({ id: 'uuid' }), key, '请删去 table.id'],
  ['months of an unknown field', divided({ partition: 'fnone' }), key, 'fnone'],
  ['months of a field that is not stored', byField({ length: 36, persist: false }), key, '不能按它分区'],
  ['months of a text that is no id', byField({ length: 200 }), key, '长度不超过 36'],
  ['months of a number', byField({ type: 'inputNumber' }), key, '不是一条记录的主键'],
  ['months of a field that may be empty', byField({ length: 36 }), key, '"required": true'],
  [
    'a unique field of a table with months',
    divided({}, short({ validateRules: [{ unique: true }] })),
    '/fields/1/validateRules/0/unique',
    '请删去 unique，或删去 table.partition',
  ],
  [
    'a unique index without the key of the months',
    divided({ indexes: [{ fields: ['fname'], unique: true }] }),
    '/table/indexes/0/unique',
    '或在 fields 里加上「id」',
  ],
]

export const rightPartitions: readonly Right[] = [
  ['months of ids', divided({ indexes: [['fname']] })],
  [
    'months of another record that is always there, and an index with it',
    divided(
      { partition: 'fx', indexes: [{ fields: ['fx', 'fname'], unique: true }] },
      short({ length: 36, validateRules: [{ required: true }] }),
    ),
  ],
]
