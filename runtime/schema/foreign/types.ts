const splitWords = (type: string, list: string): [string, string][] =>
  list.split(' ').map((word) => [word.toLowerCase(), type])

/** Field types of other tools, in lower case, and ours. */
const foreignTypes: ReadonlyMap<string, string> = new Map([
  ...splitWords(
    'input',
    'varchar char nvarchar string text_input textfield singleline inputtext json uuid JInput 文本 单行文本 常规',
  ),
  ...splitWords(
    'textarea',
    'text longtext mediumtext tinytext clob multiline Input.TextArea InputTextArea JEllipsis 多行文本',
  ),
  ...splitWords(
    'inputNumber',
    'number int integer bigint smallint mediumint decimal numeric float double real money currency input-number NumberPicker digit 数值 数字 货币 会计专用 百分比',
  ),
  ...splitWords('date', 'datepicker day JDate DatePicker.RangePicker daterange rangepicker 日期'),
  ...splitWords('datetime', 'timestamp timestamptz datetimepicker dateTime date-time JDateTime 日期时间'),
  ...splitWords('time', 'timepicker JTime TimePicker 时间'),
  ...splitWords('month', 'monthpicker'),
  ...splitWords('year', 'yearpicker'),
  ...splitWords('select', 'list dropdown enum combobox JDictSelectTag ApiSelect 下拉列表 下拉'),
  ...splitWords('list_multi', 'multiselect multi-select select-multiple JMultiSelectTag JSelectMultiple set'),
  ...splitWords('radio', 'radiogroup Radio.Group RadioButton'),
  ...splitWords('switch', 'boolean bool bit tinyint JSwitch toggle 是否'),
  ...splitWords('checkbox_group', 'checkboxgroup Checkbox.Group JCheckbox'),
  ...splitWords('sel_tree', 'treeselect tree-select JTreeSelect JTreeDict'),
  ...splitWords('cat_tree', 'JCategorySelect category'),
  ...splitWords('pca', 'area JAreaLinkage JAreaSelect region address'),
  ...splitWords('link_down', 'cascader JCascader'),
  ...splitWords('sel_user', 'user userselect JSelectUser JSelectUserByDept JSelectMultiUser'),
  ...splitWords('sel_depart', 'dept depart department JSelectDept JSelectDepart'),
  ...splitWords('sel_role', 'role JSelectRole'),
  ...splitWords('sel_position', 'position post JSelectPosition'),
  ...splitWords('sel_search', 'JSearchSelect JSearchSelectTag autocomplete'),
  ...splitWords('popup', 'JPopup lookup reference'),
  ...splitWords('file', 'upload.file JUpload attachment 附件'),
  ...splitWords('image', 'img picture JImageUpload avatar 图片'),
  ...splitWords('umeditor', 'editor richtext rich_text html wysiwyg JEditor tinymce'),
  ...splitWords('markdown', 'md JMarkdownEditor'),
  ...splitWords('code', 'codeeditor JCodeEditor'),
  ...splitWords(
    'table',
    'array subtable sub-table sub_table detail details ArrayTable grid object JVxeTable 明细',
  ),
  ...splitWords('slider', 'range'),
  ...splitWords('link', 'url href a'),
  ...splitWords('normal', 'label readonly static plaintext span'),
  ...splitWords('hidden', 'none hide'),
  ...splitWords('input_pop', 'JInputPop'),
  ...splitWords('input', 'email phone tel mobile barcode serial autonumber location 手机 身份证 邮箱'),
  ...splitWords('inputNumber', 'percent rate rating 评分'),
  ...splitWords('radio', '单选'),
  ...splitWords('list_multi', 'transfer 多选'),
  ...splitWords('popup', 'relation many2one foreignKey'),
  ...splitWords('table', 'subform'),
  ...splitWords('year', '年'),
  ...splitWords('month', '月'),
  ...splitWords('image', 'signature'),
  ...splitWords('file', 'video audio'),
  ...splitWords('input', 'charField slugField emailField input-text input-email'),
  ...splitWords('inputNumber', 'integerField decimalField floatField'),
  ...splitWords('switch', 'booleanField'),
  ...splitWords('date', 'dateField input-date'),
  ...splitWords('datetime', 'dateTimeField input-datetime'),
  ...splitWords('time', 'timeField input-time'),
  ...splitWords('month', 'input-month'),
  ...splitWords('year', 'input-year'),
  ...splitWords('file', 'fileField input-file'),
  ...splitWords('image', 'imageField input-image'),
  ...splitWords('umeditor', 'input-rich-text'),
  ...splitWords('select', 'singleSelect picklist'),
  ...splitWords('list_multi', 'multipleSelect manyToManyField m2m'),
  ...splitWords('sel_tree', 'input-tree'),
  ...splitWords('popup', 'm2o belongsTo picker popup_dict'),
  ...splitWords('table', 'o2m hasMany oneToMany combo input-table ArrayItems ArrayCards'),
])

/** A type of our language, with the settings that the foreign word carries: `varchar(50)`, `decimal(10,2)`. */
export interface OwnType {
  type: string
  settings: Readonly<Record<string, number>>
}

const ownTypes: ReadonlySet<string> = new Set(foreignTypes.values())

export function ownType(wanted: string): OwnType | undefined {
  const [, name = wanted, length, scale] = /^(\w+)\s*\((\d+)(?:\s*,\s*(\d+))?\)$/.exec(wanted) ?? []
  const word = name.toLowerCase()
  // The components of antd for Vue and of Element have a prefix before what may be our word.
  const bare = word.replace(/^(el|a)-/, '')
  const type =
    foreignTypes.get(word) ??
    (bare === word
      ? undefined
      : (foreignTypes.get(bare.replace('-', '')) ?? (ownTypes.has(bare) ? bare : undefined)))
  if (type === undefined) return undefined
  const hasLength =
    length !== undefined && (type === 'input' || type === 'textarea' || type === 'inputNumber')
  return {
    type,
    settings: {
      ...(hasLength ? { length: Number(length) } : {}),
      ...(scale !== undefined && type === 'inputNumber' ? { scale: Number(scale) } : {}),
    },
  }
}

/** Kinds of documents in the words of other tools, and ours. */
export const indexForeignKinds = (
  kinds: readonly { name: string; otherNames: string }[],
): ReadonlyMap<string, string> =>
  new Map(kinds.flatMap(({ name, otherNames }) => splitWords(name, otherNames)))
