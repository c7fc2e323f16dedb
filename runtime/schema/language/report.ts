import Type from 'typebox'
import { Code, choiceSettings, closed, Key, Scalar } from './field.ts'
import { documentHead, Menu } from './screen.ts'

const Text = Type.String({ minLength: 1, maxLength: 200 })

/** One SELECT. `:name` stands for the parameter of that key; no other table than these may occur. */
const Source = Type.Object(
  {
    sql: Type.String({ minLength: 1, maxLength: 8000 }),
    tables: Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$' }), {
      minItems: 1,
      uniqueItems: true,
    }),
  },
  closed,
)

/** What is asked before the report runs; the value arrives as `self_<key>` and is bound. Its type is any that lists are asked by. */
export const Param = Type.Object(
  {
    key: Key,
    title: Type.Optional(Text),
    required: Type.Optional(Type.Boolean()),
    defaultValue: Type.Optional(Scalar),
    /** Of a hidden parameter: who holds this code is not bound by it. */
    unless: Type.Optional(Code),
    ...choiceSettings,
    multi: Type.Optional(Type.Boolean()),
    placeholder: Type.Optional(Type.String()),
    help: Type.Optional(Text),
  },
  closed,
)

const List = Type.Object(
  {
    sort: Type.Optional(
      Type.String({ pattern: '^-?[A-Za-z][A-Za-z0-9_]{0,63}(,-?[A-Za-z][A-Za-z0-9_]{0,63})*$' }),
    ),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    paging: Type.Optional(Type.Boolean()),
    scrollX: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Seconds for which the browser keeps an answer. */
    cache: Type.Optional(Type.Integer({ minimum: 0, maximum: 3600 })),
  },
  closed,
)

/** A report without its fields and parameters, whose types are the field types (see compose.ts). */
export const reportParts = {
  ...documentHead,
  kind: Type.Literal('report'),
  code: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
  component: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Za-z0-9_/-]{1,120}$' }))),
  perm: Type.Optional(Code),
  menu: Type.Optional(Menu),
  source: Source,
  list: Type.Optional(List),
}

const Report = Type.Object(reportParts)
export type ReportParts = Type.Static<typeof Report>
/** A parameter; it reads as a field of its type. */
export type ReportParam = Type.Static<typeof Param> & { type: string }
