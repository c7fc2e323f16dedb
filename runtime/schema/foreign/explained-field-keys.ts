import { explained, type ForeignKey, renamed, replaced, sameFor } from './foreign-key.ts'

/** Keys of fields in other tools that have no counterpart of the same form, and names of Excel, in lower case. */
export const explainedFieldKeys: Readonly<Record<string, ForeignKey>> = {
  ...sameFor('verbose_name', renamed('title')),
  ...sameFor('help_text', renamed('help')),
  ...sameFor('visibleOn', explained('在这里写作 showIf，是一个表达式，如 "showIf": "fkind == \'a\'"')),
  ...sameFor('requiredOn', explained('在这里写作 requireIf，是一个表达式')),
  ...sameFor('disabledOn', explained('在这里写作 disableIf，是一个表达式')),
  ...sameFor(
    'null blank',
    explained('不用写：没有必填规则的都可以空；必填写 "validateRules": [{ "required": true }]'),
  ),
  ...sameFor('editable', explained('不可改写 "disabled": true，有时不可改写 disableIf')),
  ...sameFor('value', explained('缺省值写 defaultValue，公式写 compute')),
  ...sameFor('source api', explained('选项取自字典，写 dictCode；取自别的界面的记录写 popup 类型')),
  ...sameFor('列宽', renamed('width')),
  ...sameFor('长度', renamed('length')),
  ...sameFor('小数位数', renamed('scale')),
  ...sameFor('批注', renamed('help')),
  ...sameFor('hyperlink 超链接', renamed('href')),
  ...sameFor('freeze frozen 冻结', renamed('fixed')),
  ...sameFor('column_name', renamed('key')),
  ...sameFor('data_type column_type', renamed('type')),
  ...sameFor('column_default', renamed('defaultValue')),
  ...sameFor('dbFieldNameOld', renamed('renamedFrom')),
  ...sameFor(
    'dbIsPersist',
    replaced('在这里写作 persist，不存库时写 false', ['persist'], (value) =>
      [false, 0, '0', 'N'].includes(value as never) ? { persist: false } : {},
    ),
  ),
  ...sameFor(
    'filters onFilter filterMultiple filterDropdown 筛选',
    explained('按这个字段查询写 query，如 "query": true'),
  ),
  ...sameFor(
    'queryConfigFlag queryDefVal queryDictText queryDictField queryDictTable queryShowType queryValidType queryMustInput',
    explained('查询条件写作 "query": { "rule": "like", "defaultValue": …, "required": true }'),
  ),
  ...sameFor(
    'defaultSortOrder sortOrder sortDirections 排序',
    explained('可排序写 "isOrder": true，打开时的次序写在文档的 list.sort'),
  ),
  ...sameFor('合计', explained('在这里写作 "statistics": ["sum"]')),
  ...sameFor(
    'className style color onCell cellStyle rowClassName font fill bold conditionalFormatting 条件格式',
    explained(
      '是样子：按条件上色写 colors，如 "colors": [{ "when": "fnum < 0", "color": "error" }]，别的由系统定',
    ),
  ),
  ...sameFor(
    'desensitize desensitization sensitive masked 脱敏',
    explained('在这里写作 "mask": "phone" 或 "mask": "idcard"'),
  ),
  ...sameFor(
    'warningOnly',
    explained('写在校验规则里，如 "validateRules": [{ "check": …, "level": "warning" }]'),
  ),
  ...sameFor(
    'level check message handler',
    explained('写在校验规则里，如 "validateRules": [{ "check": "fnum > 0", "message": … }]'),
  ),
  ...sameFor(
    'options 下拉 dataValidation 数据验证',
    explained('选项只用于选择类型：写 "type": "select" 和 options 或 dictCode；别的校验写 validateRules'),
  ),
  ...sameFor('format numFmt numberFormat 格式', explained('小数位写 scale，日期的样子由类型决定，请删去')),
  ...sameFor('showTime picker', explained('在这里是类型：日期加时间写 datetime，月写 month，年写 year')),
  ...sameFor('addonBefore', explained('没有单位这个键，请写进 title，如 "title": "单价（元）"')),
  ...sameFor(
    'step multipleOf unsigned',
    explained('在这里写作校验规则的表达式，如 "validateRules": [{ "check": "fnum >= 0" }]'),
  ),
  ...sameFor('minItems maxItems', explained('明细的行数写 minRows、maxRows，选几个由类型决定')),
  ...sameFor('uniqueItems', explained('不重复写 "validateRules": [{ "unique": true }]')),
  ...sameFor(
    'generated virtual stored',
    explained('由别的字段算出的写 compute，不存库的写 "persist": false'),
  ),
  ...sameFor('on_update onUpdate', explained('修改时间系统自带（updateTime），请删去')),
  ...sameFor('index', explained('索引写在文档的 table.indexes，如 [["fdate", "fstates"]]')),
  ...sameFor('primary dbIsKey', explained('不用写：主键 id 系统自带')),
  ...sameFor(
    'foreign references foreignKey mainTable mainField relation $ref',
    explained('引用别的界面的记录用 popup 类型，显示那条记录的值写 from，明细写成 table 类型的字段'),
  ),
  ...sameFor('after first orderNum order', explained('不用写：字段的次序就是列出的次序')),
  ...sameFor('dependencies', explained('联动写作 showIf、requireIf、disableIf 或 compute 的表达式')),
  ...sameFor(
    'if then else not allOf anyOf oneOf const examples items properties patternProperties additionalProperties minProperties maxProperties contentEncoding contentMediaType deprecated $comment',
    explained('是 JSON Schema 的词，这里没有：条件写 showIf、requireIf，别的请删去'),
  ),
  ...sameFor(
    'normalize getValueFromEvent converter renderText slots loadData',
    explained('是代码，文档里没有代码：公式写 compute，登记过的控件写 widget'),
  ),
  ...sameFor(
    'x-pattern x-editable x-read-pretty x-content x-index x-data x-value void feedbackLayout formItemProps colProps rowProps labelCol wrapperCol noStyle colon responsive shouldCellUpdate onHeaderCell hideInDescriptions ellipsisTooltip copyable rowSpan mergeCells wrapText allowClear showSearch bordered stringMode listType showCount autoSize rows checkedChildren unCheckedChildren treeData fieldNames optionFilterProp labelInValue tokenSeparators fieldExtendJson view popup zerofill charset collate engine extra',
    explained('由系统或类型自己决定，不用写，请删去；各类型另有的键见词表'),
  ),
}
