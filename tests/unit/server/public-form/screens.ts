import { noteScreen } from '../resources/documents/note-screen.ts'
import type { Person } from '../resources/test-server.ts'
import { following } from '../then/screens.ts'

/** Applications for a reader's card: strangers fill five of the fields. */
export const card = {
  id: 'demo/card',
  title: '读者证',
  perm: 'demo:card',
  table: {
    name: 'demo_card',
    softDelete: true,
    limits: [
      { fields: ['fvisit'], max: 1, message: '这一天已经约满' },
      { fields: ['fphone', 'finner'], max: 2 },
    ],
  },
  fields: [
    { key: 'fno', title: '受理编号', type: 'input', auto: 'C{####}' },
    { key: 'fname', title: '姓名', type: 'input', length: 40, validateRules: [{ required: true }] },
    { key: 'fphone', title: '手机', type: 'input', mask: 'phone', validateRules: [{ pattern: 'm' }] },
    {
      key: 'fkind',
      title: '类别',
      type: 'select',
      defaultValue: '1',
      options: [
        { value: '1', text: '普通' },
        { value: '2', text: '研究' },
        { value: '3', text: '馆内', disabled: true },
      ],
    },
    { key: 'fvisit', title: '来馆日', type: 'date', help: '周一闭馆' },
    { key: 'fwhy', title: '事由', type: 'textarea', length: 100, showIf: "fkind == '2'" },
    { key: 'fstate', title: '状态', type: 'input', form: false },
    { key: 'freply', title: '答复', type: 'textarea' },
    { key: 'finner', title: '内部备注', type: 'input', length: 20, defaultValue: '=user.username' },
    { key: 'fcost', title: '成本', type: 'inputNumber', access: { read: 'demo:card:cost' } },
  ],
  flow: {
    field: 'fstate',
    initial: '待审核',
    moves: [
      {
        code: 'accept',
        title: '受理',
        from: ['待审核'],
        to: '已受理',
        ask: { key: 'freply', title: '答复' },
      },
    ],
  },
  ...following({
    on: 'add',
    when: "fkind == '2'",
    make: { screen: 'demo/cardlog', values: { ftext: '=fname' } },
  }),
  public: {
    title: '读者证申请',
    intro: '三个工作日内答复',
    fields: ['fname', 'fphone', 'fkind', 'fvisit', 'fwhy'],
    receipt: 'fno',
    done: '已收到',
    state: { fields: ['fstate', 'fkind', 'fphone', 'freply'], days: 30 },
    limits: { address: 5, day: 8 },
  },
}

const other = {
  ...card,
  id: 'demo/gift',
  title: '捐赠',
  perm: 'demo:gift',
  table: { name: 'demo_gift', tenant: true },
  ...following({ on: 'add', notify: { to: { users: ['clerk'] }, title: '有捐赠' } }),
  public: { fields: ['fname'], receipt: 'fno', tenant: 7 },
}

const overlay = {
  version: 2,
  kind: 'screen',
  id: 'demo/card-view',
  extends: 'demo/card',
  title: '读者证查看',
}

const log = noteScreen({
  id: 'demo/cardlog',
  perm: 'demo:cardlog',
  table: { name: 'demo_cardlog' },
  fields: [{ key: 'ftext', title: '机密日志', type: 'input', length: 6 }],
})

export const publicScreens = {
  'demo/card.json': noteScreen(card),
  'demo/gift.json': noteScreen(other),
  'demo/card-view.json': overlay,
  'demo/cardlog.json': log,
}

export const publicGrants: Partial<Record<Person, readonly string[]>> = {
  clerk: ['list', 'detail', 'edit', 'delete', 'export', 'accept'].map((word) => `demo:card:${word}`),
}
