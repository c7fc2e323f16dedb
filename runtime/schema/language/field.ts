import Type from 'typebox'
import { storeWords } from '../store-words.ts'
import { Code, closed, DocumentId, Expression, Key, RoleCodes, Text, Value } from './base.ts'
import { colors } from './colors.ts'
import { fieldViews } from './field-views.ts'
import { optional, required, withUse, words } from './property.ts'

const { width, fixed, span, group, ellipsis, query, list, form, tag, placeholder } = fieldViews

const ValidateRule = Type.Object(
  {
    required: optional('必填', '不能空', true, Type.Boolean()),
    unique: optional('不重复', '表头在库里不重复，明细在各行里不重复', true, Type.Boolean()),
    pattern: optional(
      '格式',
      'n6-16 6到16位数字（另有一处来源写到18位，以名字为准）、*6-16、s6-18、url、e、m、p、s、n、z、*、money，或正则（不支持前后查找和反向引用）',
      'm',
      Type.String({ minLength: 1, maxLength: 200 }),
    ),
    check: optional('表达式', '不成立就是不合', 'fnum > 0', Expression),
    handler: optional(
      '登记过的校验',
      'creditCode 统一社会信用代码、isbn 书号、page 网址或界面（不收 javascript: 等）',
      'isbn',
      Code,
    ),
    ruleCode: optional('编码规则', '由 /sys/checkRule/checkByCode 校验的规则编码', 'common', Code),
    message: optional('提示', '不合时说的话', '请输入名称', Text),
    level: optional(
      '等级',
      '不合也能保存，保存时问一句仍要保存吗；用于 required、pattern、check',
      'warning',
      words({ warning: '只提醒' }),
    ),
  },
  closed,
)

/** Settings of controls, each listed: none is handed on unread. */
const Props = Type.Object(
  {
    autoComplete: optional(
      '自动填写',
      '浏览器填哪个密码，缺省是新密码',
      'current-password',
      words({ 'current-password': '现在的密码', 'new-password': '新密码' }),
    ),
  },
  closed,
)

const FieldRule = Type.Object(
  {
    roles: optional('角色', '有其中一个角色的人，写角色编码；不写就是所有人', ['clerk'], RoleCodes),
    states: optional(
      '状态',
      '记录在审批的哪些状态；不写就是所有状态',
      ['已审核'],
      Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
    ),
    allow: required('可以', '', 'read', words({ hidden: '看不到', read: '只能看', write: '可以改' })),
  },
  closed,
)

const Access = Type.Object(
  {
    read: optional('查看权限', '没有此权限的人得不到这个值', 'stock:in:price', Code),
    edit: optional('修改权限', '没有此权限的人不能改', 'stock:in:note', Code),
    rules: optional(
      '按角色和状态',
      '哪些角色在哪些状态下可以做什么：依次找，第一条合的算数，都不合的可以改',
      [{ roles: ['clerk'], states: ['已审核'], allow: 'read' }],
      Type.Array(FieldRule, { minItems: 1 }),
    ),
  },
  closed,
)

const ColorRule = Type.Object(
  {
    when: required('条件', '表达式，成立就上色', 'fnum < fmin', Expression),
    color: required('颜色', '', 'warning', colors),
    row: optional('整行', '给整行上色，缺省只给这一格', true, Type.Boolean()),
  },
  closed,
)

/** A value of the record to which a field of the same level refers. */
export const From = Type.Object(
  {
    field: required('引用字段', '同级的、存着那条记录的字段', 'fsupplierid', Key),
    screen: required('界面', '那条记录在哪个界面', 'base/supplier', DocumentId),
    value: required('取哪个值', '那个界面的字段', 'ftel', Key),
    key: optional('对应的键', '引用字段存的是那条记录的哪个键，缺省 id', 'fcode', Key),
  },
  closed,
)

const Rollup = Type.Object(
  {
    screen: required('界面', '汇总哪个界面的记录', 'reader/borrow', DocumentId),
    detail: optional('明细', '汇总那个界面的哪个明细的行，不写就是记录本身', 'items', Key),
    field: required('引用字段', '那边存着这条记录的字段', 'freaderid', Key),
    key: optional('对应的键', '引用字段存的是这条记录的哪个键，缺省 id', 'fcode', Key),
    how: required('怎样汇总', '', 'count', words({ count: '条数', sum: '合计', max: '最大', min: '最小' })),
    value: optional('汇总哪个值', '那边的字段；数条数时不用写', 'famount', Key),
    where: optional(
      '条件',
      '表达式，只汇总成立的；只能写比较，以及 and、or、not、in；汇总明细时 form.x 是单据的字段',
      'freturn == null',
      Expression,
    ),
  },
  closed,
)

/** The properties before `type`. */
export const fieldHead = {
  key: withUse(
    { editor: 'head' },
    required(
      '字段名',
      '字母开头，只含字母、数字、下划线；id、rev、createBy 等系统自带，不用写',
      'fname',
      Key,
    ),
  ),
  title: withUse({ isCommon: true, editor: 'head' }, optional('名称', '显示给人看的名称', '入库单', Text)),
}

/** `type`, where a field may be of any type. */
export const anyType = required('类型', '字段的类型', 'input', Type.String())

/** The properties of every field that describe its column. */
export const columnProperties = {
  column: withUse(
    { appliesTo: { kindsWith: 'hasRecords' } },
    optional(
      '列名',
      '数据库的列名，缺省由 key 而来',
      'f_name',
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$' }),
    ),
  ),
  renamedFrom: withUse(
    { appliesTo: { kindsWith: 'hasTable' } },
    optional('旧的字段名', '改名时写旧的 key，数据不丢，发布时用到它的地方跟着改', 'fname', Key),
  ),
  width,
  fixed,
  span,
  group,
  ellipsis,
  length: withUse(
    { isCommon: 'field', appliesTo: { values: 'limited' } },
    optional('长度', '文字最多几个字，数字最多几位', 50, Type.Integer({ minimum: 1, maximum: 10000 })),
  ),
  scale: withUse(
    { isCommon: true, appliesTo: { values: 'number' } },
    optional('小数位', '小数点后几位', 2, Type.Integer({ minimum: 0, maximum: 10 })),
  ),
  store: optional('存法', '', 'int', words(storeWords)),
  persist: withUse(
    { appliesTo: { kindsWith: 'hasForm' } },
    optional('存库', 'false 不存库，只在表单里用', false, Type.Boolean({ default: true })),
  ),
  auto: withUse(
    { appliesTo: { kindsWith: 'hasForm' } },
    optional(
      '自动编号',
      `新增时由服务器编号：文字、{日期}和流水号，或系统编码规则的编码 \${order_no}`,
      'RK{yyyyMMdd}{####}',
      Type.String({ minLength: 1, maxLength: 100 }),
    ),
  ),
}

/** The properties of every field that describe its behaviour. */
export const behaviourProperties = {
  defaultValue: withUse(
    { isCommon: 'field', appliesTo: { kindsWith: 'hasForm', values: 'single' } },
    optional('缺省值', '= 开头是表达式；里面有别的字段的，新增时跟着变，直到有人改了它', '=today()', Value),
  ),
  compute: withUse(
    { isCommon: 'field', appliesTo: { kindsWith: 'hasForm' }, editor: 'expression' },
    optional('公式', '不可手改，服务器重算', 'fnum * fprice', Expression),
  ),
  from: withUse(
    { appliesTo: { kindsWith: 'hasForm' } },
    optional(
      '取自别处',
      '显示所引用记录的值：只看不改，不存库；表头的可以排序、查询和合计，明细里的不能；看得到什么由那个界面的列权限和数据规则决定',
      { field: 'fsupplierid', screen: 'base/supplier', value: 'ftel' },
      From,
    ),
  ),
  follow: withUse(
    { appliesTo: { kindsWith: 'hasTable', values: 'single' } },
    optional(
      '跟随',
      '总是等于所引用记录的值：服务器写，那条记录变了跟着变，删了就空；存在表里，可以查询、排序、合计和作公式',
      { field: 'fspid', screen: 'base/goods', value: 'fprice' },
      From,
    ),
  ),
  rollup: withUse(
    { appliesTo: { kindsWith: 'hasRecords', values: 'single' } },
    optional(
      '汇总别处',
      '引用这条记录的那些记录有几条，或它们的合计、最大、最小：服务器写，随那些记录的变化更新，可以查询、排序、合计和作公式',
      { screen: 'reader/borrow', field: 'freaderid', how: 'count', where: 'freturn == null' },
      Rollup,
    ),
  ),
  disabled: withUse(
    { isCommon: 'field', appliesTo: { kindsWith: 'hasForm', values: 'single' } },
    optional('不可改', '只看不改', true, Type.Boolean()),
  ),
  disabledkey: withUse(
    { appliesTo: { kindsWith: 'hasForm' } },
    optional('随行锁定', '同行此字段有值时不可改', 'flocked', Key),
  ),
  showIf: withUse(
    { isCommon: 'field', appliesTo: { kindsWith: 'hasForm' }, editor: 'expression' },
    optional('何时显示', '表达式', "fkind == '府志'", Expression),
  ),
  requireIf: withUse(
    { appliesTo: { kindsWith: 'hasForm' }, editor: 'expression' },
    optional('何时必填', '表达式', 'fnum > 100', Expression),
  ),
  disableIf: withUse(
    { appliesTo: { kindsWith: 'hasForm' }, editor: 'expression' },
    optional('何时不可改', '表达式', "mode == 'edit'", Expression),
  ),
  statistics: withUse(
    { isCommon: true, appliesTo: { kindsWith: 'hasRecords', values: 'number' } },
    optional('合计行', '', ['sum'], Type.Array(words({ sum: '合计', average: '平均' }))),
  ),
  query,
  isOrder: withUse(
    { isCommon: true, appliesTo: { kindsWith: 'hasRecords', values: 'queried' } },
    optional('可排序', '点表头排序', true, Type.Boolean()),
  ),
  list,
  form,
  modes: optional(
    '只在哪些时候',
    '',
    ['add'],
    Type.Array(words({ add: '新增', edit: '编辑', detail: '详情' }), {
      minItems: 1,
    }),
  ),
  writeOnly: withUse(
    { appliesTo: { kindsWith: 'hasForm' } },
    optional('只写不读', '不离开服务器（密码）', true, Type.Boolean()),
  ),
  tag,
  colors: withUse(
    { isCommon: 'column', appliesTo: { kindsWith: 'hasRecords' } },
    optional(
      '按条件上色',
      '列表、报表和明细里成立的第一条起作用',
      [{ when: 'fnum < fmin', color: 'warning' }],
      Type.Array(ColorRule, { minItems: 1, maxItems: 20 }),
    ),
  ),
  placeholder,
  help: withUse({ isCommon: true }, optional('说明', '标题旁的说明', '以版权页为准', Text)),
  href: withUse(
    { isCommon: 'column' },
    optional(
      '链接',
      '以 / 开头，{键} 换成本行的值',
      '/stock/goods?id={spid}',
      Type.String({ pattern: '^/(?![/\\\\])' }),
    ),
  ),
  access: optional('列权限', '看、改各要什么权限', { read: 'stock:in:price' }, Access),
  validateRules: withUse(
    { isCommon: 'field', appliesTo: { kindsWith: 'hasForm' } },
    optional(
      '校验',
      '依次进行，说第一个不合的',
      [{ required: true, message: '请输入名称' }],
      Type.Array(ValidateRule),
    ),
  ),
  widget: optional('控件', '登记过的控件，代替类型自己的：rating 星级、segmented 分段', 'rating', Code),
  props: optional('控件设置', '密码框的设置', { autoComplete: 'current-password' }, Props),
  calckey: withUse(
    { replacedBy: 'compute' },
    optional('旧词', '保留不用（用 compute）', 'famount', Type.String()),
  ),
  supply: withUse({ replacedBy: null }, optional('旧词', '保留不用', true, Type.Unknown())),
}

/** The properties of every field of any type. Each type adds its own in the `settings.ts` of its family. */
export const commonField = { ...fieldHead, ...columnProperties, ...behaviourProperties }

/** The properties of the fields of each type besides the common ones: type name -> property -> schema. */
export type FieldSettings = Readonly<Record<string, Readonly<Record<string, Type.TSchema>>>>

const Common = Type.Object(commonField)
/** A field, without the properties of its type. */
export type CommonField = Type.Static<typeof Common> & { type: string }
export type ValidateRule = Type.Static<typeof ValidateRule>
