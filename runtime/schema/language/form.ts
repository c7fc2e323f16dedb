import Type from 'typebox'
import { AnswerPath, closed, Key, Text, Url, Value } from './base.ts'
import { component, fields, menu, needs, pageHead, roles } from './document.ts'
import { formShape } from './form-shape.ts'
import { optional, required, withUse } from './property.ts'

/** Literals, and `"=expression"` over the fields, `params`, `initial`, `user`. */
const Sent = Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }), Value)

/** The options of a field, from a list in the loaded answer. The form does not open when the list is empty; `empty` is shown. */
const LoadedOptions = Type.Object(
  {
    value: required('值', '列表里作值的键', 'orgCode', Key),
    text: required('文字', '列表里作文字的键', 'departName', Key),
    from: optional('哪个列表', '结果里的哪个键；不写就是结果本身', 'list', Key),
    empty: optional('没有时', '列表空时说的话，表单就不打开', '您尚未设置部门信息!', Text),
  },
  closed,
)

const Load = Type.Object(
  {
    url: required('地址', '取值的接口', '/sys/user/me', Url),
    send: optional('参数', '发送的值，= 开头是表达式', { id: '=params.id' }, Sent),
    into: optional('放进', '整个结果放进哪个字段；不写就按键放进各字段', 'departs', Key),
    options: optional(
      '选项',
      '字段的选项取自结果',
      { orgCode: { value: 'orgCode', text: 'departName' } },
      Type.Record(Key, LoadedOptions),
    ),
    pick: optional('哪一段', '结果里值在哪里，以点相连', 'userInfo', AnswerPath),
  },
  closed,
)

const Submit = Type.Object(
  {
    title: optional('按钮', '按钮的字，缺省是确定', '保存', Text),
    method: required('方法', 'POST、PUT、DELETE', 'PUT', Type.Enum(['POST', 'PUT', 'DELETE'])),
    url: required('地址', '提交的接口', '/sys/user/updatePassword', Url),
    send: optional('内容', '不写就是所有字段的值', { password: '=password' }, Sent),
    done: optional(
      '做完的话',
      '做完后说的话，缺省是服务器的话；整页的表单显示成一页结果',
      '已提交，三个工作日内答复',
      Text,
    ),
    into: optional('放进', '服务器的回答放进哪个文字字段，表单留着；不写就清空或关闭', 'answer', Key),
  },
  closed,
)

const { open, columnCount, width, groups } = formShape

/** The properties of a form without a list. */
export const formParts = {
  ...pageHead('form'),
  needs,
  roles,
  component,
  menu,
  params: optional('参数', '打开时要带的参数', ['token'], Type.Array(Key, { uniqueItems: true })),
  open,
  columnCount,
  fields,
  width,
  groups,
  steps: withUse(
    { isCommon: true },
    optional('分步', '页签作为步骤，一步填好再填下一步，最后提交；各组都要写 tab', true, Type.Boolean()),
  ),
  load: withUse({ isCommon: true }, optional('先取', '打开时取的值', { url: '/sys/user/me' }, Load)),
  submit: withUse(
    { isCommon: true },
    required('提交', '确定时调用的接口', { method: 'PUT', url: '/sys/user/updatePassword' }, Submit),
  ),
}

const FormDocument = Type.Object(formParts)
export type FormParts = Type.Static<typeof FormDocument>
