import Type from 'typebox'
import { type FamilySettings, fieldType, optional } from '#runtime/schema/language/property.ts'
import { multi } from '#runtime/schema/language/settings.ts'

export const regionFamilySettings = {
  pca: {
    type: fieldType('pca', '省市区', '全国的省、市、区县'),
    multi,
    root: optional(
      '从哪里开始',
      '行政区划的编码，只列它的下级，缺省 86 全国',
      '330000',
      Type.String({ pattern: '^(86|[1-9]\\d{5})$' }),
    ),
  },
}

/** The settings of each type of the family, by its word. */
export type RegionFamily = FamilySettings<typeof regionFamilySettings>
