import Type from 'typebox'
import { queryRules } from '../query-rules.ts'

/** Closed objects: an unknown key is an error; `x-*` is kept and ignored. */
export const closed = { additionalProperties: false, patternProperties: { '^x-': {} } }
export const Key = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' })
export const Code = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_:.-]{0,99}$' })
export const DocumentId = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}/[a-z][a-z0-9_-]{0,59}$' })
const Text = Type.String({ minLength: 1, maxLength: 200 })
/** An expression of runtime/kernel/expression; names are checked by the semantic rules. */
export const Expression = Type.String({ minLength: 1, maxLength: 2000 })
export const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

export const QueryRuleWord = Type.Enum(queryRules)

export const ValidateRule = Type.Object(
  {
    required: Type.Optional(Type.Boolean()),
    unique: Type.Optional(Type.Boolean()),
    pattern: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    check: Type.Optional(Expression),
    handler: Type.Optional(Code),
    ruleCode: Type.Optional(Code),
    message: Type.Optional(Text),
  },
  closed,
)

const QueryView = Type.Object(
  {
    rule: Type.Optional(QueryRuleWord),
    widget: Type.Optional(Code),
    defaultValue: Type.Optional(Scalar),
    required: Type.Optional(Type.Boolean()),
    folded: Type.Optional(Type.Boolean()),
  },
  closed,
)

const Tag = Type.Record(Type.String(), Type.String({ pattern: '^(default|blue|green|orange|red|grey)$' }))

const ListView = Type.Object(
  {
    width: Type.Optional(Type.Integer({ minimum: 40, maximum: 1200 })),
    fixed: Type.Optional(Type.Union([Type.Literal('left'), Type.Literal('right')])),
    tag: Type.Optional(Tag),
    ellipsis: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    group: Type.Optional(Text),
  },
  closed,
)

const FormView = Type.Object(
  {
    span: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
    placeholder: Type.Optional(Type.String()),
  },
  closed,
)

/** What every field may say, whatever its type. A type adds its own keys in `runtime/fields/<type>/settings.ts`. */
export const commonField = {
  key: Key,
  title: Type.Optional(Text),
  column: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$' })),
  length: Type.Optional(Type.Integer({ minimum: 1, maximum: 10000 })),
  scale: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  store: Type.Optional(
    Type.Union([Type.Literal('int'), Type.Literal('long'), Type.Literal('text'), Type.Literal('blob')]),
  ),
  persist: Type.Optional(Type.Boolean()),
  renamedFrom: Type.Optional(Key),
  auto: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  list: Type.Optional(Type.Union([Type.Boolean(), ListView])),
  form: Type.Optional(Type.Union([Type.Boolean(), FormView])),
  query: Type.Optional(Type.Union([Type.Boolean(), QueryRuleWord, QueryView])),
  width: Type.Optional(Type.Integer({ minimum: 40, maximum: 1200 })),
  span: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  tag: Type.Optional(Tag),
  fixed: Type.Optional(Type.Union([Type.Literal('left'), Type.Literal('right')])),
  group: Type.Optional(Text),
  ellipsis: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  isOrder: Type.Optional(Type.Boolean()),
  modes: Type.Optional(
    Type.Array(Type.Union([Type.Literal('add'), Type.Literal('edit'), Type.Literal('detail')]), {
      minItems: 1,
    }),
  ),
  writeOnly: Type.Optional(Type.Boolean()),
  defaultValue: Type.Optional(Scalar),
  validateRules: Type.Optional(Type.Array(ValidateRule)),
  disabled: Type.Optional(Type.Boolean()),
  disabledkey: Type.Optional(Key),
  showIf: Type.Optional(Expression),
  requireIf: Type.Optional(Expression),
  disableIf: Type.Optional(Expression),
  compute: Type.Optional(Expression),
  statistics: Type.Optional(Type.Array(Type.Union([Type.Literal('sum'), Type.Literal('average')]))),
  placeholder: Type.Optional(Type.String()),
  help: Type.Optional(Text),
  href: Type.Optional(Type.String({ pattern: '^/(?![/\\\\])' })),
  access: Type.Optional(Type.Object({ read: Type.Optional(Code), edit: Type.Optional(Code) }, closed)),
  calckey: Type.Optional(Type.String()),
  supply: Type.Optional(Type.Unknown()),
  widget: Type.Optional(Code),
  props: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
}

/** Settings shared by the choice types. */
export const choiceSettings = {
  options: Type.Optional(
    Type.Array(
      Type.Object(
        {
          value: Type.Union([Type.String(), Type.Number()]),
          text: Type.Optional(Type.String()),
          label: Type.Optional(Type.String()),
          title: Type.Optional(Type.String()),
          disabled: Type.Optional(Type.Boolean()),
        },
        closed,
      ),
    ),
  ),
  dictCode: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  dictWhere: Type.Optional(Type.Record(Key, Scalar)),
  valueType: Type.Optional(Type.Union([Type.Literal('string'), Type.Literal('number')])),
  computedOptions: Type.Optional(Expression),
}

/** Settings shared by the types that hold uploaded files. */
export const storedFileSettings = {
  number: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  action: Type.Optional(Type.String({ pattern: '^/' })),
  biz: Type.Optional(Type.String({ pattern: '^[a-z0-9]{1,20}$' })),
  token: Type.Optional(Type.Boolean()),
  responseName: Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' })),
  returnUrl: Type.Optional(Type.Boolean()),
  fileType: Type.Optional(Type.Literal('mongodb')),
  allowDownload: Type.Optional(Type.Boolean()),
  allowRemove: Type.Optional(Type.Boolean()),
}

/** Settings shared by the types that choose records of the house. */
export const chosenSettings = {
  dictCode: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  multi: Type.Optional(Type.Boolean()),
}

/** The same where a picker chooses; `idField` is the key beside it that takes the ids. */
export const pickedSettings = { ...chosenSettings, idField: Type.Optional(Key) }

const Common = Type.Object(commonField)
/** A field as every floor may read it. */
export type CommonField = Type.Static<typeof Common> & { type: string }
export type ValidateRule = Type.Static<typeof ValidateRule>
