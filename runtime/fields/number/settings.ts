import Type from 'typebox'
import { type FamilySettings, fieldType, optional } from '#runtime/schema/language/property.ts'

export const numberFamilySettings = {
  /** `length` and `scale`, which limit a number, are common to all fields. */
  inputNumber: {
    type: fieldType('inputNumber', '数字', '按十进制计算，不丢分；列表里靠右，有千分位'),
    thousands: optional('千分位', '缺省每三位一个逗号；年度一类的数写 false', false, Type.Boolean()),
  },
  slider: {
    type: fieldType('slider', '拖动取数', '在最小和最大之间拖动'),
    min: optional('最小', '缺省 0', 0, Type.Number()),
    max: optional('最大', '缺省 100', 100, Type.Number()),
    step: optional('步长', '拖一格加多少', 5, Type.Number({ exclusiveMinimum: 0 })),
  },
  /** A percentage: the bar has no other bounds. */
  progress: { type: fieldType('progress', '进度', '百分数，列表里画成进度条；不是数字的当 0') },
}

/** The settings of each type of the family, by its word. */
export type NumberFamily = FamilySettings<typeof numberFamilySettings>
