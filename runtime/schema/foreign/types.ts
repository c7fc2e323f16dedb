const words = (type: string, list: string): [string, string][] =>
  list.split(' ').map((word) => [word.toLowerCase(), type])

/** Field types of other tools, in lower case, and ours. */
const foreignTypes: ReadonlyMap<string, string> = new Map([
  ...words(
    'input',
    'varchar char nvarchar string text_input textfield singleline inputtext json uuid JInput 文本 单行文本 常规',
  ),
  ...words(
    'textarea',
    'text longtext mediumtext tinytext clob multiline Input.TextArea InputTextArea JEllipsis 多行文本',
  ),
  ...words(
    'inputNumber',
    'number int integer bigint smallint mediumint decimal numeric float double real money currency input-number NumberPicker digit 数值 数字 货币 会计专用 百分比',
  ),
  ...words('date', 'datepicker day JDate DatePicker.RangePicker daterange rangepicker 日期'),
  ...words('datetime', 'timestamp timestamptz datetimepicker dateTime date-time JDateTime 日期时间'),
  ...words('time', 'timepicker JTime TimePicker 时间'),
  ...words('month', 'monthpicker'),
  ...words('year', 'yearpicker'),
  ...words('select', 'list dropdown enum combobox JDictSelectTag ApiSelect 下拉列表 下拉'),
  ...words('list_multi', 'multiselect multi-select select-multiple JMultiSelectTag JSelectMultiple set'),
  ...words('radio', 'radiogroup Radio.Group RadioButton'),
  ...words('switch', 'boolean bool bit tinyint JSwitch toggle 是否'),
  ...words('checkbox_group', 'checkboxgroup Checkbox.Group JCheckbox'),
  ...words('sel_tree', 'treeselect tree-select JTreeSelect JTreeDict'),
  ...words('cat_tree', 'JCategorySelect category'),
  ...words('pca', 'area JAreaLinkage JAreaSelect region address'),
  ...words('link_down', 'cascader JCascader'),
  ...words('sel_user', 'user userselect JSelectUser JSelectUserByDept JSelectMultiUser'),
  ...words('sel_depart', 'dept depart department JSelectDept JSelectDepart'),
  ...words('sel_role', 'role JSelectRole'),
  ...words('sel_position', 'position post JSelectPosition'),
  ...words('sel_search', 'JSearchSelect JSearchSelectTag autocomplete'),
  ...words('popup', 'JPopup lookup reference'),
  ...words('file', 'upload.file JUpload attachment 附件'),
  ...words('image', 'img picture JImageUpload avatar 图片'),
  ...words('umeditor', 'editor richtext rich_text html wysiwyg JEditor tinymce'),
  ...words('markdown', 'md JMarkdownEditor'),
  ...words('code', 'codeeditor JCodeEditor'),
  ...words(
    'table',
    'array subtable sub-table sub_table detail details ArrayTable grid object JVxeTable 明细',
  ),
  ...words('slider', 'range'),
  ...words('link', 'url href a'),
  ...words('normal', 'label readonly static plaintext span'),
  ...words('hidden', 'none hide'),
  ...words('input_pop', 'JInputPop'),
  ...words('input', 'email phone tel mobile barcode serial autonumber location 手机 身份证 邮箱'),
  ...words('inputNumber', 'percent rate rating 评分'),
  ...words('radio', '单选'),
  ...words('list_multi', 'transfer 多选'),
  ...words('popup', 'relation many2one foreignKey'),
  ...words('table', 'subform'),
  ...words('year', '年'),
  ...words('month', '月'),
  ...words('image', 'signature'),
  ...words('file', 'video audio'),
  ...words('input', 'charField slugField emailField input-text input-email'),
  ...words('inputNumber', 'integerField decimalField floatField'),
  ...words('switch', 'booleanField'),
  ...words('date', 'dateField input-date'),
  ...words('datetime', 'dateTimeField input-datetime'),
  ...words('time', 'timeField input-time'),
  ...words('month', 'input-month'),
  ...words('year', 'input-year'),
  ...words('file', 'fileField input-file'),
  ...words('image', 'imageField input-image'),
  ...words('umeditor', 'input-rich-text'),
  ...words('select', 'singleSelect picklist'),
  ...words('list_multi', 'multipleSelect manyToManyField m2m'),
  ...words('sel_tree', 'input-tree'),
  ...words('popup', 'm2o belongsTo picker popup_dict'),
  ...words('table', 'o2m hasMany oneToMany combo input-table ArrayItems ArrayCards'),
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
export const foreignKinds: ReadonlyMap<string, string> = new Map([
  ...words('screen', 'list page table crud grid module entity cgform 界面'),
  ...words('dict', 'dictionary enum options category 字典'),
  ...words('form', 'dialog modal drawer 表单'),
  ...words('panel', 'dashboard board kanban chart 看板'),
  ...words('report', 'query sql cgreport view 报表'),
  ...words('print', 'template printTemplate print-template label 打印模板'),
  ...words('picker', 'select lookup popup chooser 选择器'),
])
