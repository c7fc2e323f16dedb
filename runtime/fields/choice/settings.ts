import Type from 'typebox'
import { DictCode } from '#runtime/schema/language/base.ts'
import {
  type FamilySettings,
  fieldType,
  optional,
  required,
  withUse,
} from '#runtime/schema/language/property.ts'
import { allowInput, choiceFill, choiceSettings, dictCode } from '#runtime/schema/language/settings.ts'

const State = Type.Union([Type.String(), Type.Number(), Type.Boolean()])
/** Values are text, joined by commas. */
const { valueType: _, ...multiChoiceSettings } = choiceSettings

export const choiceFamilySettings = {
  select: {
    type: fieldType('select', '下拉', '选一个；options 或 dictCode'),
    ...choiceSettings,
    ...choiceFill,
    allowInput,
    allowSearch: optional('可搜索', 'false 不能输入文字找选项', false, Type.Boolean({ default: true })),
  },
  radio: {
    type: fieldType('radio', '单选', '各项都在眼前；options 或 dictCode'),
    ...choiceSettings,
    ...choiceFill,
  },
  /** The first option is on, the second off; Y and N without options. */
  switch: { type: fieldType('switch', '是否', '存 Y、N，空的当 N'), options: choiceSettings.options },
  checkbox: {
    type: fieldType('checkbox', '勾选框', '勾上一个框（checkbox_meta 是它的旧名）'),
    customValue: optional('两个值', '勾上的值和不勾的值', ['1', '0'], Type.Tuple([State, State])),
    defaultChecked: optional('缺省勾上', '新增时已勾上', true, Type.Boolean()),
  },
  sel_search: {
    type: fieldType('sel_search', '搜索选择', '字典很长时用，边输入边查'),
    dictCode: withUse({ editor: 'head' }, required(...dictCode, DictCode)),
    ...choiceFill,
  },
  list_multi: {
    type: fieldType('list_multi', '多选下拉', '值以逗号相连'),
    ...multiChoiceSettings,
    ...choiceFill,
  },
  checkbox_group: {
    type: fieldType('checkbox_group', '勾选组', '一组勾选框，值以逗号相连'),
    ...multiChoiceSettings,
    ...choiceFill,
  },
  tags: { type: fieldType('tags', '标签', '每两个字一个，以分号隔开') },
}

/** The settings of each type of the family, by its word. */
export type ChoiceFamily = FamilySettings<typeof choiceFamilySettings>
