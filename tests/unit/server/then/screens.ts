// biome-ignore-all lint/suspicious/noTemplateCurlyInString: messages name fields so.
import { inboxDocuments } from '../resources/documents/inbox-documents.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import type { Person } from '../resources/test-server.ts'

/** The part `then` of a screen. */
export const following = (...entries: readonly object[]): Record<string, unknown> =>
  Object.fromEntries([['then', entries]])

/** A bill whose moves, edits and removals have consequences. */
const bill = noteScreen({
  id: 'demo/bill',
  title: '领用单',
  perm: 'demo:bill',
  table: { name: 'demo_bill', softDelete: true },
  fields: [
    { key: 'fname', title: '名称', type: 'input', length: 50 },
    { key: 'fsecret', title: '底价', type: 'input', access: { read: 'demo:bill:secret' } },
    { key: 'ftotal', title: '合计', type: 'inputNumber', scale: 2 },
    { key: 'fgood', title: '物品', type: 'input', length: 36 },
    { key: 'fstate', title: '状态', type: 'input', form: false },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_bill_item', fk: 'fbillid' },
      fields: [
        { key: 'fwhat', title: '什么', type: 'input', length: 20 },
        { key: 'fnum', title: '几件', type: 'inputNumber', scale: 0 },
      ],
    },
  ],
  flow: {
    field: 'fstate',
    initial: '待审核',
    editable: ['待审核'],
    moves: [
      { code: 'audit', title: '审核', from: ['待审核'], to: '已审核', batch: true },
      { code: 'unaudit', title: '反审核', from: ['已审核'], to: '待审核' },
    ],
  },
  import: { match: ['fname'], onMatch: 'update' },
  ...following(
    {
      on: 'move',
      move: 'audit',
      notify: {
        to: { users: ['=createBy', 'reader', 'nobody'] },
        title: '${fname} 已审核',
        text: '合计 ${ftotal}，底价 ${fsecret}',
      },
    },
    {
      on: 'move',
      move: 'audit',
      make: {
        screen: 'demo/issue',
        each: 'items',
        values: { fbill: '=id', fwhat: '=row.fwhat', fnum: '=fnum * 2' },
      },
    },
    {
      on: 'move',
      move: 'audit',
      change: { screen: 'demo/good', record: 'fgood', values: { fheld: '=fname' } },
    },
    {
      on: 'edit',
      when: 'ftotal > 100 and before.ftotal <= 100',
      make: { screen: 'demo/log', values: { ftext: "=concat('超过 ', fname)" } },
    },
    { on: 'remove', change: { screen: 'demo/issue', where: { fbill: '=id' }, values: { fstop: '是' } } },
  ),
})

const issue = noteScreen({
  id: 'demo/issue',
  title: '出库',
  perm: 'demo:issue',
  table: { name: 'demo_issue' },
  fields: [
    { key: 'fno', title: '编号', type: 'input', auto: 'CK{####}' },
    { key: 'fbill', title: '领用单', type: 'input', length: 36, form: false },
    { key: 'fwhat', title: '什么', type: 'input', length: 20, validateRules: [{ required: true }] },
    {
      key: 'fnum',
      title: '几件',
      type: 'inputNumber',
      scale: 0,
      validateRules: [{ check: 'fnum < 100', message: '不能超过 99 件' }],
    },
    { key: 'fdouble', title: '两倍', type: 'inputNumber', scale: 0, compute: 'fnum * 2' },
    { key: 'fstop', title: '作废', type: 'input', defaultValue: '否' },
  ],
})

const good = noteScreen({
  id: 'demo/good',
  title: '物品',
  perm: 'demo:good',
  menu: { parent: 'stock' },
  table: { name: 'demo_good' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fheld', title: '在谁手里', type: 'input', validateRules: [{ unique: true }] },
  ],
  // The second step of a chain: a change of a good adds a line of the log.
  ...following({
    on: 'edit',
    make: { screen: 'demo/log', values: { ftext: "=concat(fname, '归', fheld)" } },
  }),
})

const log = noteScreen({ id: 'demo/log', title: '记事', perm: 'demo:log', table: { name: 'demo_log' } })

/** Ten screens of which each new record makes one of the next. */
const steps = Array.from({ length: 10 }, (_, at) =>
  noteScreen({
    id: `demo/step-${at}`,
    title: `第 ${at} 环`,
    perm: `demo:step-${at}`,
    table: { name: `demo_step_${at}` },
    ...(at < 9 &&
      following({ on: 'add', make: { screen: `demo/step-${at + 1}`, values: { ftext: '=ftext' } } })),
  }),
)

export const thenScreens = (): Record<string, unknown> => ({
  ...Object.fromEntries(steps.map((step) => [`${step.id}.json`, step])),
  ...inboxDocuments(),
  'demo/bill.json': bill,
  'demo/issue.json': issue,
  'demo/good.json': good,
  'demo/log.json': log,
})

const verbs = ['list', 'detail', 'add', 'edit', 'delete', 'import']
/** `clerk` and `admin` may read the secret value; `nobody` may open nothing; no one but `clerk` may write a good or an issue. */
export const thenGrants: Partial<Record<Person, readonly string[]>> = {
  clerk: [
    ...['bill', 'good'].flatMap((name) => verbs.map((verb) => `demo:${name}:${verb}`)),
    'demo:bill:secret',
    'demo:bill:unaudit',
    'demo:issue:list',
    'demo:issue:detail',
    'demo:log:list',
    'demo:step-0:add',
    'demo:step-1:add',
  ],
  reader: ['demo:bill:list', 'demo:bill:detail'],
  other: ['demo:bill:list', 'demo:bill:audit', 'demo:bill:detail'],
}
