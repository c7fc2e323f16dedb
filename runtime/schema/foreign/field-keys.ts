import { explained, type ForeignKey, renamed, replaced, sameFor } from './foreign-key.ts'
import { ownOptions } from './options.ts'

/** Adds a rule to the rules of a field. */
const rule = (text: string, findRule: (value: unknown) => object | null): ForeignKey =>
  replaced(
    `是校验规则，在这里写作 "validateRules": [${text}]`,
    ['validateRules'],
    (value, { validateRules }) => {
      if (value === false || value === 'N' || value === '0') return {}
      const added = findRule(value)
      const rules = Array.isArray(validateRules) ? validateRules : []
      return added && { validateRules: [...rules, added] }
    },
  )

const flag = (key: string): ForeignKey =>
  replaced(`在这里写作 "${key}": false`, [key], (value) =>
    value === true ? { [key]: false } : value === false ? {} : null,
  )

const isShown = (key: string): ForeignKey =>
  replaced(`在这里写作 ${key}，不要时写 false`, [key], (value) =>
    [false, 0, '0', 'N'].includes(value as never) ? { [key]: false } : {},
  )

const options = replaced('在这里写作 "options": [{ "value": …, "text": … }]', ['options'], (value) => {
  const choices = ownOptions(value)
  return choices ? { options: choices } : null
})

const hidden = explained(
  '的意思有几种：不作列写 "list": false，不在表单写 "form": false，存值不显示写 "type": "hidden"，有时隐藏写 showIf',
)

/** Keys of fields in antd, Formily, JeecgBoot, JSON Schema, MySQL and Excel, in lower case. */
export const fieldKeys: Readonly<Record<string, ForeignKey>> = {
  ...sameFor('name field dataIndex prop fieldName dbFieldName columnName', renamed('key')),
  ...sameFor(
    'label text caption header headerName fieldLabel dbFieldTxt fieldTxt columnComment 标题 名称',
    renamed('title'),
  ),
  ...sameFor(
    'component componentType fieldType fieldShowType inputType valueType dbType dataType x-component widgetType 类型',
    renamed('type'),
  ),
  ...sameFor(
    'default initialValue defaultVal fieldDefaultValue dbDefaultVal columnDefault 默认值',
    renamed('defaultValue'),
  ),
  ...sameFor(
    'maxLength max_length dbLength size_max fieldLength character_maximum_length',
    renamed('length'),
  ),
  ...sameFor('precision decimals decimalPlaces dbPointLength numericScale fractionDigits', renamed('scale')),
  ...sameFor('dict dictField dictType dicCode dictionary dictName', renamed('dictCode')),
  ...sameFor('formula expression calculate computed calc expr 公式', renamed('compute')),
  ...sameFor('readonly readOnly isReadOnly fieldReadOnly x-read-only x-disabled', renamed('disabled')),
  ...sameFor('tooltip extra comment description remark hint tip descriptions', renamed('help')),
  ...sameFor(
    'sorter sortable sort sortFlag isSort orderable',
    replaced('在这里写作 "isOrder": true', ['isOrder'], (value) =>
      value === false ? {} : { isOrder: true },
    ),
  ),
  ...sameFor(
    'search searchable isQuery filter filterable queryable 查询',
    replaced('在这里写作 query', ['query'], (value) =>
      value === false || value === 'N' || value === 0 ? {} : { query: true },
    ),
  ),
  ...sameFor('queryMode queryType searchType', renamed('query')),
  ...sameFor('colSpan gridSpan columnSpan', renamed('span')),
  ...sameFor('columnWidth fieldWidth minWidth', renamed('width')),
  ...sameFor('fieldHref link url to', renamed('href')),
  ...sameFor(
    'summary total aggregate statistic',
    replaced('在这里写作 "statistics": ["sum"]', ['statistics'], (value) =>
      value === false ? {} : { statistics: ['sum'] },
    ),
  ),
  ...sameFor(
    'visible visibleWhen showWhen visibleIf when condition_show x-visible v-if',
    replaced('在这里写作 showIf，是一个表达式', ['showIf'], (value) =>
      typeof value === 'string' && !/[{}$]/.test(value) ? { showIf: value } : value === true ? {} : null,
    ),
  ),
  ...sameFor('disabledWhen disabledIf readonlyIf', renamed('disableIf')),
  ...sameFor('requiredIf requiredWhen', renamed('requireIf')),
  ...sameFor(
    'required isRequired fieldMustInput notNull mandatory 必填',
    rule('{ "required": true }', () => ({ required: true })),
  ),
  ...sameFor(
    'nullable isNull dbIsNull is_nullable',
    replaced(
      '说的是能不能为空：不能空写作 "validateRules": [{ "required": true }]',
      ['validateRules'],
      (value, { validateRules }) =>
        [true, 1, '1', 'Y', 'YES'].includes(value as never)
          ? {}
          : { validateRules: [...(Array.isArray(validateRules) ? validateRules : []), { required: true }] },
    ),
  ),
  ...sameFor(
    'unique isUnique',
    rule('{ "unique": true }', () => ({ unique: true })),
  ),
  ...sameFor(
    'pattern regex regexp',
    rule('{ "pattern": "…" }', (value) => (typeof value === 'string' ? { pattern: value } : null)),
  ),
  ...sameFor(
    'fieldValidType',
    rule('{ "pattern": "…" }', (value) => (typeof value === 'string' ? { pattern: value } : null)),
  ),
  ...sameFor(
    'rules validators validate validation x-validator',
    replaced('在这里写作 validateRules', ['validateRules'], (value) =>
      Array.isArray(value) ? { validateRules: value } : null,
    ),
  ),
  ...sameFor(
    'minLength',
    rule('{ "pattern": "^.{几,}$" }', (value) =>
      typeof value === 'number' ? { pattern: `^.{${value},}$` } : null,
    ),
  ),
  ...sameFor(
    'min minimum minValue max maximum maxValue exclusiveMinimum exclusiveMaximum',
    explained(
      '是数的范围，在这里写作校验规则的表达式，如 "validateRules": [{ "check": "fnum >= 1", "message": "至少 1" }]',
    ),
  ),
  ...sameFor('enum valueEnum dataSource selectOptions choices x-enum', options),
  ...sameFor('dictTable dictText', explained('登记的表在这里写成一个词："dictCode": "表,文字列,值列"')),
  ...sameFor('hidden hide isHidden display invisible x-hidden x-display', hidden),
  ...sameFor('hideInTable', flag('list')),
  ...sameFor('hideInForm', flag('form')),
  ...sameFor('hideInSearch', flag('query')),
  ...sameFor('isShowList showInList inTable', isShown('list')),
  ...sameFor('isShowForm showInForm', isShown('form')),
  ...sameFor('align textAlign', explained('不用写：数字靠右，其他靠左')),
  ...sameFor(
    'render formatter customRender valueFormatter cellRenderer scopedSlots x-reactions onChange',
    explained(
      '是代码，文档里没有代码：公式写 compute，显示的颜色写 tag，有时显示写 showIf，登记过的控件写 widget',
    ),
  ),
  ...sameFor(
    'fieldProps componentProps x-component-props x-decorator x-decorator-props',
    explained('是别的组件的设置，这里每种类型有自己的键，见词表'),
  ),
  ...sameFor(
    'autoIncrement auto_increment serial codeRule',
    explained('在这里写作 auto，如 "auto": "RK{yyyyMMdd}{####}"；主键系统自带，不用写'),
  ),
  ...sameFor('primaryKey isKey pk', explained('不用写：主键 id 系统自带')),
  ...sameFor(
    'multiple mode multi_select',
    replaced('在这里写作 "multi": true；下拉多选的类型是 list_multi', ['multi'], (value, { type }) =>
      type === 'select'
        ? value
          ? { type: 'list_multi' }
          : {}
        : value === 'multiple' || value === true
          ? { multi: true }
          : null,
    ),
  ),
  ...sameFor('accept fileTypes', explained('不用写：能上传的文件由系统规定')),
  ...sameFor('maxCount limit uploadnum', renamed('number')),
  ...sameFor(
    'prefix suffix addonAfter unit',
    explained('没有单位这个键，请写进 title，如 "title": "单价（元）"'),
  ),
}
