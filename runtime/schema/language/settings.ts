import Type from 'typebox'
import { Code, closed, DictCode, Expression, Key, Scalar, Text, Url } from './base.ts'
import { optional, required, type SettingsByShape, withUse, words } from './property.ts'

/**
 * Settings of single types that limit the values of a field. The formatter writes them before the behaviour that
 * all fields share; the other settings of a type follow it.
 */
export const valueSettings = [
  ...['options', 'dictCode', 'dictWhere', 'valueType', 'customValue', 'defaultChecked', 'computedOptions'],
  ...[
    'popupCode',
    'orgFields',
    'destFields',
    'take',
    'multi',
    'pickWhere',
    'onPick',
    'countField',
    'retake',
    'number',
  ],
] as const

/** The texts of `dictCode`, which some types require. */
export const dictCode = ['字典', '字典的编码，或登记的表 表,文字列,值列', 'unit'] as const

export const multi = optional(
  '可多选',
  '可选几个；明细的弹出选择另有批量选的按钮，选几条加几行',
  true,
  Type.Boolean(),
)

export const allowInput = optional('可填别的值', '可以填选项之外的值', true, Type.Boolean())

/** Scalars by name, which a chosen item writes into other fields. */
export const itemValues = optional(
  '另带的值',
  '选中时可带到别的字段的值，以名字为键，字段的「取哪些列」（orgFields）用这些名字',
  { fprice: 12.5 },
  Type.Record(Key, Scalar),
)

const Option = Type.Object(
  {
    value: required('值', '存的值', '1', Type.Union([Type.String({ minLength: 1 }), Type.Number()])),
    text: optional('文字', '显示的文字', '甲', Type.String()),
    label: optional('文字', '同 text', '甲', Type.String()),
    title: optional('文字', '同 text', '甲', Type.String()),
    disabled: optional('停用', '还认得，不能再选', true, Type.Boolean()),
    values: itemValues,
  },
  closed,
)

/** Settings of the choice types. */
export const choiceSettings = {
  options: withUse(
    { isCommon: true },
    optional('选项', '固定的选项', [{ value: '1', text: '甲' }], Type.Array(Option)),
  ),
  dictCode: withUse({ editor: 'head' }, optional(...dictCode, DictCode)),
  dictWhere: optional(
    '随字段而变',
    '左边是字典的 filters 里的字段，右边 $form. 或 $row. 的值',
    { fregion: '$form.fregion' },
    Type.Record(Key, Scalar),
  ),
  valueType: optional('值的类型', '', 'number', words({ string: '文字', number: '数字' })),
  computedOptions: optional(
    '本行可选的',
    '表达式，给出此行可选的值，以逗号相连',
    "if(fkind == 'a', '1,2', '3')",
    Expression,
  ),
}

/** The designer edits both lists of a mapping as one table. */
export const inMapping = { editor: 'mapping' } as const

const FieldKeys = Type.Array(Key, { minItems: 1 })

/** The texts and shapes of the keys that a chosen record or option has, and of the fields that receive them. */
export const orgFields = (source: string, example: string[]) =>
  ['取哪些列', source, example, FieldKeys] as const
export const destFields = [
  '写进哪些字段',
  '同级的字段，与「取哪些列」（orgFields）按次序一一对应，个数相同',
  ['spid', 'fspmc'],
  FieldKeys,
] as const

/** The same pairs in one object: the key that receives a value, and the key that has it. */
export const take = (source: string, example: Record<string, string>) =>
  withUse(
    inMapping,
    optional(
      '带出哪些值',
      `左边是写进的字段，右边是${source}；与 orgFields 和 destFields 是一回事，写一种`,
      example,
      Type.Record(Key, Key, { minProperties: 1 }),
    ),
  )

/** Settings of the choice types whose chosen items fill other fields. */
export const choiceFill = {
  orgFields: withUse(
    inMapping,
    optional(
      ...orgFields(
        '所选项带来的值：另带的值（values、字典的 source.fields）的名字，或 value、text；按次序写进「写进哪些字段」（destFields）',
        ['fprice'],
      ),
    ),
  ),
  destFields: withUse(inMapping, optional(...destFields)),
  take: take('另带的值的名字，或 value、text', { fprice: 'fprice' }),
}

/** Settings of the types that hold uploaded files. */
export const storedFileSettings = {
  number: optional('最多几个', '超过就留最后几个', 5, Type.Integer({ minimum: 1, maximum: 100 })),
  action: optional('上传地址', '缺省 /sys/common/upload', '/sys/common/upload', Url),
  biz: optional(
    '存放目录',
    '小写字母和数字，缺省 temp',
    'archive',
    Type.String({ pattern: '^[a-z0-9]{1,20}$' }),
  ),
  token: optional('带令牌', '上传时带上令牌', true, Type.Boolean()),
  responseName: optional('路径的键', '上传结果里哪个键是路径，缺省 message', 'message', Key),
  returnUrl: optional(
    '存路径',
    'false 存 fileName、filePath、fileSize 对象，缺省存逗号相连的路径',
    false,
    Type.Boolean(),
  ),
  fileType: optional(
    '文件存在哪里',
    'mongodb 从文件服务取，缺省从静态地址取',
    'mongodb',
    Type.Literal('mongodb'),
  ),
  allowDownload: optional('可下载', 'false 不能下载', false, Type.Boolean({ default: true })),
  allowRemove: optional('可删除', 'false 不能删除', false, Type.Boolean({ default: true })),
}

/** Written by older documents for `number`; the formatter replaces it. */
export const fieldExtendJson = optional(
  '旧写法',
  '格式化时改成 number',
  { uploadnum: 5 },
  Type.Object({ uploadnum: required('最多几个', '即 number', 5, Type.Integer({ minimum: 1 })) }, closed),
)

/** Settings of the types whose values are records. */
export const recordSettings = {
  dictCode: withUse({ editor: 'head' }, optional(...dictCode, DictCode)),
  multi,
}

/** The same for types with a picker; `idField` is the key of the field that stores the ids. */
export const pickedRecordSettings = {
  ...recordSettings,
  idField: optional('主键存到', '同级的哪个字段存主键', 'fuserid', Key),
}

/** Values that the server adds to a chosen record: the registered lookup, what it is sent, and the keys that its answer fills. */
const OnPick = Type.Object(
  {
    lookup: required('取数', '登记过的取数', 'btgOrder.getspinfobefore', Code),
    send: optional('带什么', '左边是参数，右边是同级的字段', { spid: 'spid' }, Type.Record(Key, Key)),
    fill: required(
      '填哪些',
      '用结果填哪些字段；其中不存库的，打开已存的单据时再取一次',
      ['fprice'],
      FieldKeys,
    ),
  },
  closed,
)

/** The lookup after a pick. */
export const onPick = withUse(
  { appliesTo: { kindsWith: 'hasForm' } },
  optional(
    '选后取数',
    '选好后再问服务器要的值',
    { lookup: 'btgOrder.getspinfobefore', fill: ['fprice'] },
    OnPick,
  ),
)

/** The field of a row that counts how often its record was picked. */
export const countField = optional(
  '计数字段',
  '明细里同一条记录按编号或条码再选一次（扫描枪再扫一次）时，不加新行，已有那行的这个字段加一；选好按回车也到它',
  'fnum',
  Key,
)

/** What a picker lists: fields of its source, each with a fixed value or that of the record. */
export const pickWhere = optional(
  '只列哪些',
  '左边是选择器的来源的字段，右边是固定的值，或 $form. 表头、$row. 本行的值；那个值还空着时先请人填写',
  { fwarehouse: '$form.fwarehouse' },
  Type.Record(Key, Scalar),
)
export type PickWhere = Readonly<Record<string, Type.Static<typeof Scalar>>>

/** The command that takes the values of the picked records once more. */
export const retake = optional(
  '重新取值',
  '明细上的按钮的名称：各行（选中了的只是选中的行）按所选的记录再带出一次；取的列里要有 id',
  '重新取账面数',
  Text,
)

/** The settings of the types in TypeScript. Those of a single type are in its family. */
export type ChoiceSettings = SettingsByShape<
  typeof choiceSettings & typeof choiceFill & { allowInput: typeof allowInput }
>
/** Several values, joined by commas. */
export type MultiSettings = SettingsByShape<{ multi: typeof multi }>
export type FileSettings = SettingsByShape<typeof storedFileSettings>
export type ReferenceSettings = SettingsByShape<typeof recordSettings>
export type PickedReferenceSettings = SettingsByShape<typeof pickedRecordSettings>
/** Keys of the chosen record or option, and the keys of this record that receive them. */
export type Mapping = Required<Omit<SettingsByShape<typeof choiceFill>, 'take'>>
/** A picker of a detail table whose second pick of one record adds to the row that has it. */
export type CountSettings = Mapping & SettingsByShape<{ countField: typeof countField }>
export type PickerLookup = Type.Static<typeof OnPick>
/** What a pick does besides storing its value. */
export type PickSettings = Partial<CountSettings> &
  SettingsByShape<{ onPick: typeof onPick; retake: typeof retake }>
