import Type from 'typebox'
import { closed, DictCode, Key } from '#runtime/schema/language/base.ts'
import {
  type FamilySettings,
  fieldType,
  optional,
  required,
  withUse,
} from '#runtime/schema/language/property.ts'
import { choiceSettings, dictCode, multi } from '#runtime/schema/language/settings.ts'

const condition = optional(
  '条件',
  'JSON 对象的文字：各级只列出 title、code、value、leaf 与之相同的',
  '{"leaf":1}',
  Type.String({ maxLength: 2000 }),
)

/** `by` is a filter of the dictionary. */
const Level = Type.Object(
  {
    dictCode: required('字典', '这一级的字典', 'city', DictCode),
    by: required('按上级', '字典里存上级值的字段', 'fprovince', Key),
  },
  closed,
)

export const treeFamilySettings = {
  cat_tree: {
    type: fieldType('cat_tree', '分类树', '逐级打开的分类'),
    dictCode: withUse(
      { editor: 'head' },
      required(
        '分类',
        '分类树的编码',
        'category:B01',
        Type.String({ pattern: '^category:[A-Za-z0-9]{1,60}$' }),
      ),
    ),
    multi,
    condition,
  },
  sel_tree: {
    type: fieldType('sel_tree', '自定义树', '逐级打开的树'),
    dictCode: withUse(
      { editor: 'head' },
      required(
        '树',
        'tree:名称，或登记的表 表,文字列,值列',
        'tree:depart',
        Type.String({
          pattern: '^(tree:[A-Za-z][A-Za-z0-9_-]{0,60}|[a-z][a-z0-9_]*,[a-z][a-z0-9_]*,[a-z][a-z0-9_]*)$',
        }),
      ),
    ),
    pidField: optional('上级列', '存上级的列，缺省 pid', 'parent_id', Key),
    pidValue: optional('从哪里开始', '根的上级值', '0', Type.String({ maxLength: 64 })),
    hasChildField: optional('有无下级', '记着有无下级的列', 'has_child', Key),
    multi,
    condition,
    notSelf: optional('不选自己', '不能选自己和自己的下级', true, Type.Boolean()),
  },
  /** The value of each level in `next` is stored under the key at the same position of `destFields`. */
  link_down: {
    type: fieldType('link_down', '联动下拉', '选了上一级才有下一级'),
    dictCode: withUse({ editor: 'head' }, required(...dictCode, DictCode)),
    dictWhere: choiceSettings.dictWhere,
    destFields: required(
      '各级存到',
      '下面各级的值存到哪些字段',
      ['fcity'],
      Type.Array(Key, { minItems: 1, maxItems: 5 }),
    ),
    next: required(
      '下面各级',
      '每级的字典和比较的字段',
      [{ dictCode: 'city', by: 'fprovince' }],
      Type.Array(Level, { minItems: 1, maxItems: 5 }),
    ),
  },
}

/** The settings of each type of the family, by its word. */
export type TreeFamily = FamilySettings<typeof treeFamilySettings>
