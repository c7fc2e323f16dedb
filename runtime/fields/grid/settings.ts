import Type from 'typebox'
import { detailSettings } from '#runtime/schema/language/detail.ts'
import { fieldType, required } from '#runtime/schema/language/property.ts'

export const gridFamilySettings = {
  table: {
    type: fieldType('table', '明细', '只能放在表头'),
    ...detailSettings,
    /** The columns are fields of any type, which the composed schema describes. */
    fields: required(
      '列',
      '明细的字段',
      [{ key: 'fnum', title: '数量', type: 'inputNumber' }],
      Type.Unknown(),
    ),
  },
}
