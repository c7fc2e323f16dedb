import Type from 'typebox'
import { Code, closed, Expression, Key, Text, Url, Value } from './base.ts'
import { Icon } from './document.ts'
import { optional, required } from './property.ts'

const Sent = Type.Record(Type.String(), Value)

const Call = Type.Object(
  {
    method: required(
      '方法',
      'GET、POST、PUT、DELETE',
      'POST',
      Type.Union([Type.Literal('GET'), Type.Literal('POST'), Type.Literal('PUT'), Type.Literal('DELETE')]),
    ),
    url: required('地址', '接口的地址', '/stock/close', Url),
    send: optional('参数', '发送的值，= 开头是表达式', { id: '=row.id' }, Sent),
  },
  closed,
)

const Action = Type.Object(
  {
    code: required('编码', '按钮的词；权限编码是 {perm}:编码', 'close', Key),
    title: optional('名称', '按钮上的字', '关闭', Text),
    icon: optional('图标', '工具栏按钮和「更多」里的图标，名称同 menu.icon', 'lock', Icon),
    open: optional('打开文档', '打开哪份文档', 'stock/stock', Type.String()),
    when: optional('何时可用', '表达式，可用 row、ids', "row.fstates == '待审核'", Expression),
    confirm: optional('确认的话', '执行前问一句', '确定要关闭吗？', Text),
    batch: optional('可批量', '对勾选的各行执行', true, Type.Boolean()),
    danger: optional('危险', '画成红色', true, Type.Boolean()),
    needs: optional('权限编码', '代替 {perm}:编码', 'stock:in:close', Code),
    send: optional('带什么', '打开时带去的值', { fbillid: '=row.id' }, Sent),
    view: optional(
      '视图',
      '打开应用登记过的视图，如角色的授权；得到这一行',
      'role-grants',
      Type.String({ pattern: '^[a-z][a-z0-9-]{0,59}$' }),
    ),
    pick: optional(
      '先选',
      '按下时先打开选择器，选中的记录是 call 里的 ids',
      'sel_user',
      Type.String({ minLength: 1 }),
    ),
    call: optional('调用接口', '按下时调用的接口', { method: 'POST', url: '/stock/close' }, Call),
  },
  closed,
)
const Entries = Type.Array(Type.Union([Key, Action]))

const Actions = Type.Object(
  {
    toolbar: optional(
      '工具栏按钮',
      '词：add、editBatch、deleteBatch、import、export、superQuery，以及可批量的审批动作',
      ['add', 'deleteBatch'],
      Entries,
    ),
    row: optional(
      '行内按钮',
      '词：edit、detail、copy、delete、print、history、addChild，以及审批动作',
      ['edit', 'detail', 'delete'],
      Entries,
    ),
  },
  closed,
)

/** The buttons of a list, by their position. */
export const actions = optional(
  '按钮',
  '写一个词，或写一个对象；不写是新增、批量删除和编辑、详情、删除，table.derived 的表只有详情',
  { toolbar: ['add'], row: ['edit'] },
  Actions,
)

export type Action = Type.Static<typeof Action>
export type Actions = Type.Static<typeof Actions>
