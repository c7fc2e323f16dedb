import Type from 'typebox'
import { Code, closed, DictCode, Key } from '#runtime/schema/language/base.ts'
import { fieldType, optional, required, withUse, words } from '#runtime/schema/language/property.ts'
import { allowInput, destFields, dictCode, multi, orgFields } from '#runtime/schema/language/settings.ts'

const FieldKeys = Type.Array(Key, { minItems: 1 })
const popupCode = withUse({ editor: 'head' }, required('选择器', '选择器的编码', 'rp_goods', Code))
const recordKeys = orgFields('所选记录的哪些列要带回来，按次序写进「写进哪些字段」（destFields），个数相同', [
  'id',
  'fname',
])

/** Values that the server adds to a chosen record. */
const OnPick = Type.Object(
  {
    lookup: required('取数', '登记过的取数', 'btgOrder.getspinfobefore', Code),
    send: optional('带什么', '左边是参数，右边是同级的字段', { spid: 'spid' }, Type.Record(Key, Key)),
    fill: required(
      '填哪些',
      '用结果填哪些字段；其中不存库的，打开已存的单据时再取一次',
      ['fprice'],
      FieldKeys,
    ),
  },
  closed,
)

export const recordFamilySettings = {
  popup: {
    type: fieldType('popup', '弹出选择', '选择器带回多个字段'),
    popupCode,
    orgFields: required(...recordKeys),
    destFields: required(...destFields),
    multi,
    onPick: withUse(
      { appliesTo: { kinds: ['screen', 'form'] } },
      optional(
        '选后取数',
        '选好后再问服务器要的值',
        { lookup: 'btgOrder.getspinfobefore', fill: ['fprice'] },
        OnPick,
      ),
    ),
    countField: optional(
      '计数字段',
      '明细里同一条记录按编号或条码再选一次（扫描枪再扫一次）时，不加新行，已有那行的这个字段加一；选好按回车也到它',
      'fnum',
      Key,
    ),
    allowInput,
  },
  link_table: {
    type: fieldType('link_table', '关联记录', '存所选记录的主键'),
    dictCode: withUse({ editor: 'head' }, required(...dictCode, DictCode)),
    popupCode,
    orgFields: optional(...recordKeys),
    destFields: optional(...destFields),
    multi,
    showType: optional('样子', '', 'card', words({ select: '一行', card: '卡片' })),
  },
}
