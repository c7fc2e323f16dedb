import Type from 'typebox'
import { type FamilySettings, fieldType, optional, words } from '#runtime/schema/language/property.ts'

export const textFamilySettings = {
  input: {
    type: fieldType('input', '单行文字', '缺省 200 字以内'),
    mask: optional(
      '掩码',
      '有权限 {perm}:unmask 的人看到全文',
      'phone',
      words({ phone: '手机号 138****1234', idcard: '证件号码 330106********1234' }),
    ),
    trim: optional('去首尾空白', 'true：填完和保存时去掉首尾的空白', true, Type.Boolean()),
  },
  textarea: {
    type: fieldType('textarea', '多行文字', '缺省 2000 字以内'),
    rows: optional('行数', '框高几行', 4, Type.Integer({ minimum: 1, maximum: 30 })),
  },
  password: {
    type: fieldType('password', '密码', '从不显示；要写 writeOnly（或 "persist": false）'),
  },
  input_pop: { type: fieldType('input_pop', '弹出框文字', '弹出框里编辑，明细里框更大') },
}

/** The settings of each type of the family, by its word. */
export type TextFamily = FamilySettings<typeof textFamilySettings>
