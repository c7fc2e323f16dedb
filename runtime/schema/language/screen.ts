import Type from 'typebox'
import { Code, closed, DocumentId, Expression, Key, Scalar } from './field.ts'

const Text = Type.String({ minLength: 1, maxLength: 200 })
const TableName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$' })
const Keys = Type.Array(Key, { minItems: 1, uniqueItems: true })

/** One of `icon-names.ts`, in any of its spellings. */
const Icon = Type.String({ pattern: '^[A-Za-z0-9:-]{1,60}$' })

/** Where an entry stands on the server's menu. */
export const Menu = Type.Object(
  {
    parent: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' })),
    icon: Type.Optional(Icon),
    order: Type.Optional(Type.Number()),
    path: Type.Optional(Type.String({ pattern: '^/[a-z][A-Za-z0-9-]{0,39}(/[A-Za-z0-9_-]{1,60})+$' })),
    keepAlive: Type.Optional(Type.Boolean()),
    hidden: Type.Optional(Type.Boolean()),
  },
  closed,
)

export const Table = Type.Object(
  {
    name: TableName,
    softDelete: Type.Optional(Type.Boolean()),
    id: Type.Optional(Type.Union([Type.Literal('snowflake'), Type.Literal('uuid')])),
    indexes: Type.Optional(
      Type.Array(
        Type.Union([
          Keys,
          Type.Object(
            { fields: Keys, unique: Type.Optional(Type.Boolean()), name: Type.Optional(TableName) },
            closed,
          ),
        ]),
      ),
    ),
  },
  closed,
)

/** The table of a detail: rows hang on the head by `fk`; `order` is the 1-based position. */
export const DetailTable = Type.Object(
  { name: TableName, fk: Key, ref: Type.Optional(Key), order: Type.Optional(Key) },
  closed,
)

/** Rows of a detail that hang on each other, by the parent's id; `text` is the column with the arrows. */
export const DetailTree = Type.Object({ parent: Key, text: Type.Optional(Key) }, closed)

/** A tree beside a list or a picker: the chosen node's value narrows the field. */
export const SideTree = Type.Object(
  { dictCode: Type.String({ minLength: 1 }), field: Key, title: Type.Optional(Text) },
  closed,
)

const Tree = Type.Object(
  {
    parent: Key,
    hasChild: Type.Optional(Key),
    leaf: Type.Optional(Key),
    text: Type.Optional(Key),
    lazy: Type.Optional(Type.Boolean()),
    /** Of another server's tree: the top (else `url.list`), one branch by the parent's key, several by `parentIds`. */
    url: Type.Optional(
      Type.Object(
        {
          roots: Type.Optional(Type.String({ pattern: '^/' })),
          children: Type.Optional(Type.String({ pattern: '^/' })),
          batch: Type.Optional(Type.String({ pattern: '^/' })),
        },
        closed,
      ),
    ),
  },
  closed,
)

const List = Type.Object(
  {
    layout: Type.Optional(Type.Enum(['normal', 'tree', 'erp', 'tab', 'innerTable'])),
    sort: Type.Optional(
      Type.String({ pattern: '^-?[A-Za-z][A-Za-z0-9_]{0,63}(,-?[A-Za-z][A-Za-z0-9_]{0,63})*$' }),
    ),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    paging: Type.Optional(Type.Boolean()),
    select: Type.Optional(Type.Boolean()),
    scrollX: Type.Optional(Type.Integer({ minimum: 0 })),
    /** What the table keeps by itself and the list is asked by, behind what the fields say. */
    query: Type.Optional(
      Type.Array(Type.Enum(['createBy', 'createTime', 'updateBy', 'updateTime']), {
        minItems: 1,
        uniqueItems: true,
      }),
    ),
    fields: Type.Optional(Keys),
  },
  closed,
)

const Group = Type.Object({ title: Type.Optional(Text), tab: Type.Optional(Text), fields: Keys }, closed)

/** How a form is laid out and opened. */
export const formShape = {
  columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  open: Type.Optional(Type.Union([Type.Literal('modal'), Type.Literal('drawer'), Type.Literal('page')])),
  width: Type.Optional(Type.Integer({ minimum: 320, maximum: 2000 })),
  groups: Type.Optional(Type.Array(Group, { minItems: 1 })),
}
const Form = Type.Object(formShape, closed)

const Move = Type.Object(
  {
    code: Key,
    title: Text,
    from: Type.Array(Type.String(), { minItems: 1 }),
    to: Type.String(),
    batch: Type.Optional(Type.Boolean()),
    confirm: Type.Optional(Text),
    effect: Type.Optional(Code),
    set: Type.Optional(Type.Record(Key, Scalar)),
    deny: Type.Optional(Text),
    done: Type.Optional(Text),
  },
  closed,
)

const Flow = Type.Object(
  {
    field: Key,
    initial: Type.String(),
    editable: Type.Optional(Type.Array(Type.String())),
    moves: Type.Array(Move, { minItems: 1 }),
  },
  closed,
)

export const Action = Type.Object(
  {
    code: Key,
    title: Type.Optional(Text),
    icon: Type.Optional(Icon),
    when: Type.Optional(Expression),
    confirm: Type.Optional(Text),
    batch: Type.Optional(Type.Boolean()),
    danger: Type.Optional(Type.Boolean()),
    perm: Type.Optional(Code),
    open: Type.Optional(Type.String()),
    send: Type.Optional(Type.Record(Type.String(), Scalar)),
    call: Type.Optional(
      Type.Object(
        {
          method: Type.Union([
            Type.Literal('GET'),
            Type.Literal('POST'),
            Type.Literal('PUT'),
            Type.Literal('DELETE'),
          ]),
          url: Type.String({ pattern: '^/' }),
          send: Type.Optional(Type.Record(Type.String(), Scalar)),
        },
        closed,
      ),
    ),
  },
  closed,
)
const ActionEntry = Type.Union([Key, Action])
/** Buttons of a list, by where they stand. */
export const Actions = Type.Object(
  { toolbar: Type.Optional(Type.Array(ActionEntry)), row: Type.Optional(Type.Array(ActionEntry)) },
  closed,
)

export const Pane = Type.Object(
  { title: Text, screen: DocumentId, bind: Type.Record(Key, Scalar, { minProperties: 1 }) },
  closed,
)

const RowRule = Type.Object({ name: Text, where: Expression, unless: Type.Optional(Code) }, closed)

const Import = Type.Object(
  {
    match: Type.Optional(Keys),
    onMatch: Type.Optional(
      Type.Union([Type.Literal('update'), Type.Literal('skip'), Type.Literal('refuse')]),
    ),
    subtables: Type.Optional(Keys),
  },
  closed,
)

const Urls = Type.Object(
  Object.fromEntries(
    [
      'list',
      'add',
      'edit',
      'delete',
      'deleteBatch',
      'queryById',
      'importExcel',
      'exportXls',
      'auditorBatch',
    ].map((word) => [word, Type.Optional(Type.String({ pattern: '^/' }))]),
  ) as Record<string, Type.TOptional<Type.TString>>,
  closed,
)

/** The head that every document carries. */
export const documentHead = {
  $schema: Type.Optional(Type.String()),
  version: Type.Integer({ minimum: 1 }),
  id: DocumentId,
  title: Text,
}

/** A screen without its fields, whose shape depends on the field types (see compose.ts). */
export const screenParts = {
  ...documentHead,
  kind: Type.Literal('screen'),
  component: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Za-z0-9_/-]{1,120}$' }))),
  perm: Type.Optional(Code),
  menu: Type.Optional(Menu),
  table: Table,
  url: Type.Optional(Urls),
  hooks: Type.Optional(Type.Array(Code)),
  sideTree: Type.Optional(SideTree),
  tree: Type.Optional(Tree),
  list: Type.Optional(List),
  form: Type.Optional(Form),
  flow: Type.Optional(Flow),
  actions: Type.Optional(Actions),
  panes: Type.Optional(Type.Array(Pane, { minItems: 1 })),
  import: Type.Optional(Import),
  rowRules: Type.Optional(Type.Array(RowRule)),
}

const Screen = Type.Object(screenParts)
export type ScreenParts = Type.Static<typeof Screen>
export type Flow = Type.Static<typeof Flow>
export type Move = Type.Static<typeof Move>
export type Action = Type.Static<typeof Action>
export type Actions = Type.Static<typeof Actions>
export type Pane = Type.Static<typeof Pane>
export type DetailTree = Type.Static<typeof DetailTree>
