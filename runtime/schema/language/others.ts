import Type from 'typebox'
import { Code, closed, DocumentId, Key } from './field.ts'
import { documentHead, Menu, SideTree } from './screen.ts'

const ItemValue = Type.Union([Type.String(), Type.Number()])
const Item = Type.Object(
  { value: ItemValue, text: Type.String({ minLength: 1 }), disabled: Type.Optional(Type.Boolean()) },
  closed,
)

/** A node of a shipped category tree; its code continues its parent's. */
const TreeNode = Type.Cyclic(
  {
    Node: Type.Object(
      {
        code: Type.String({ pattern: '^[A-Z0-9]{1,60}$' }),
        name: Type.String({ minLength: 1 }),
        children: Type.Optional(Type.Array(Type.Ref('Node'))),
      },
      closed,
    ),
  },
  'Node',
)

/** `filters`: what `dictWhere` may compare, and nothing else: comparing tells a value to whoever asks often enough. */
const sourceColumns = {
  text: Key,
  value: Key,
  parent: Type.Optional(Key),
  filters: Type.Optional(Type.Array(Key, { minItems: 1, uniqueItems: true })),
}

/**
 * A dictionary: fixed `items`, a category `tree` (code `category:B01`), or a `source`: text and value
 * columns of a screen's table, or a registered table (code `table,text,code`). A table whose rows name
 * their `parent` (by its id) is a tree too (code `tree:word`).
 */
export const DictDocument = Type.Object(
  {
    ...documentHead,
    kind: Type.Literal('dict'),
    code: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_:,.]{0,149}$' }),
    valueType: Type.Optional(Type.Union([Type.Literal('string'), Type.Literal('number')])),
    items: Type.Optional(Type.Array(Item)),
    tree: Type.Optional(Type.Array(TreeNode)),
    source: Type.Optional(
      Type.Union([
        Type.Object({ screen: DocumentId, ...sourceColumns }, closed),
        Type.Object({ table: Key, ...sourceColumns }, closed),
      ]),
    ),
  },
  closed,
)

/**
 * A record picker over a screen or a report; `code` is what `popupCode` names. `perm` opens it to people who may not list the
 * screen: they see the picker's own keys only. `look: "business"` keeps what is chosen in a list beside the table.
 */
export const PickerDocument = Type.Object(
  {
    ...documentHead,
    kind: Type.Literal('picker'),
    code: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }),
    perm: Type.Optional(Code),
    source: Type.Union([
      Type.Object({ screen: DocumentId }, closed),
      Type.Object({ report: DocumentId }, closed),
    ]),
    look: Type.Optional(Type.Union([Type.Literal('search'), Type.Literal('business')])),
    sideTree: Type.Optional(SideTree),
    /** Columns and query items: keys of the source's fields, in order. */
    fields: Type.Array(Key, { minItems: 1 }),
    query: Type.Optional(Type.Array(Key)),
    select: Type.Optional(Type.Union([Type.Literal('one'), Type.Literal('many')])),
    width: Type.Optional(Type.Integer({ minimum: 320 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    returns: Type.Optional(
      Type.Object({ id: Key, value: Type.Optional(Key), text: Type.Optional(Key) }, closed),
    ),
    menu: Type.Optional(Menu),
  },
  closed,
)

export type DictDocument = Type.Static<typeof DictDocument>
export type PickerDocument = Type.Static<typeof PickerDocument>
