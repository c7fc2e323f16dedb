import { Code, DictCode } from '#runtime/schema/language/base.ts'
import {
  type FamilySettings,
  fieldType,
  optional,
  required,
  withUse,
  words,
} from '#runtime/schema/language/property.ts'
import {
  allowInput,
  countField,
  destFields,
  dictCode,
  inMapping,
  multi,
  onPick,
  orgFields,
  pickWhere,
  retake,
  take,
} from '#runtime/schema/language/settings.ts'

const popupCode = withUse({ editor: 'head' }, required('选择器', '选择器的编码', 'rp_goods', Code))
const recordKeys = orgFields('所选记录的哪些列要带回来，按次序写进「写进哪些字段」（destFields），个数相同', [
  'id',
  'fname',
])

const takenKeys = take('所选记录的列', { spid: 'id', fspmc: 'fname' })

export const recordFamilySettings = {
  popup: {
    type: fieldType('popup', '弹出选择', '选择器带回多个字段'),
    popupCode,
    orgFields: withUse(inMapping, required(...recordKeys)),
    destFields: withUse(inMapping, required(...destFields)),
    take: takenKeys,
    multi,
    pickWhere,
    onPick,
    countField,
    retake,
    allowInput,
  },
  link_table: {
    type: fieldType('link_table', '关联记录', '存所选记录的主键'),
    dictCode: withUse({ editor: 'head' }, required(...dictCode, DictCode)),
    popupCode,
    orgFields: withUse(inMapping, optional(...recordKeys)),
    destFields: withUse(inMapping, optional(...destFields)),
    take: takenKeys,
    multi,
    showType: optional('样子', '', 'card', words({ select: '一行', card: '卡片' })),
  },
}

/** The settings of each type of the family, by its word. */
export type RecordFamily = FamilySettings<typeof recordFamilySettings>
