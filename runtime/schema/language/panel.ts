import Type from 'typebox'
import { Code, closed, DocumentId, Key, Scalar } from './field.ts'
import { documentHead, Menu } from './screen.ts'

const Text = Type.String({ minLength: 1, maxLength: 200 })
/** A page of the house. */
const Href = Type.String({ pattern: '^/(?![/\\\\])' })
const Keys = Type.Array(Key, { minItems: 1, uniqueItems: true })
/** What is asked along: literals, and `"=expression"` over `user`, `today()`, `now()`. */
const Query = Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,79}$' }), Scalar)
const order = {
  sort: Type.Optional(Type.String({ pattern: '^-?[A-Za-z][A-Za-z0-9_]{0,63}$' })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
}

/** Where a block's rows come from: a screen's list, a report by its code, or a call; `pick` is the way to them in its answer. */
const Source = Type.Union([
  Type.Object({ screen: DocumentId, query: Type.Optional(Query), ...order }, closed),
  Type.Object({ report: Code, query: Type.Optional(Query), ...order }, closed),
  Type.Object(
    {
      url: Type.String({ pattern: '^/' }),
      query: Type.Optional(Query),
      pick: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)*$' })),
    },
    closed,
  ),
])

const head = {
  /** Of the panel's columns. */
  span: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })),
  /** Who does not hold it does not see the block. */
  perm: Type.Optional(Code),
}
const titled = { title: Type.Optional(Text), ...head, href: Type.Optional(Href) }
/** Titles of keys, where the source's document has none or others are wanted. */
const titles = { titles: Type.Optional(Type.Record(Key, Text)) }

/** One figure: `value` names a key, or is `total`, the number of records. */
const Statistic = Type.Object(
  {
    type: Type.Literal('statistic'),
    ...head,
    title: Text,
    source: Source,
    value: Key,
    /** Over all records of a report or a call, instead of the first. */
    statistics: Type.Optional(Type.Union([Type.Literal('sum'), Type.Literal('average')])),
    scale: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
    unit: Type.Optional(Text),
    note: Type.Optional(Text),
    href: Type.Optional(Href),
  },
  closed,
)

const Chart = Type.Object(
  {
    type: Type.Literal('chart'),
    ...titled,
    source: Source,
    chart: Type.Object({ kind: Type.Enum(['line', 'bar', 'pie']), x: Key, y: Keys }, closed),
    ...titles,
  },
  closed,
)

/** The first record, key by key. */
const Description = Type.Object(
  {
    type: Type.Literal('description'),
    ...titled,
    source: Source,
    fields: Keys,
    columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
    ...titles,
  },
  closed,
)

const Table = Type.Object(
  { type: Type.Literal('table'), ...titled, source: Source, fields: Keys, ...titles },
  closed,
)

const Links = Type.Object(
  {
    type: Type.Literal('links'),
    ...titled,
    links: Type.Array(Type.Object({ title: Text, href: Href, perm: Type.Optional(Code) }, closed), {
      minItems: 1,
    }),
  },
  closed,
)

const Words = Type.Object(
  { type: Type.Literal('text'), ...titled, text: Type.String({ minLength: 1, maxLength: 4000 }) },
  closed,
)

/** What a panel is made of, by the word of `type`. */
export const blockShapes = {
  statistic: Statistic,
  chart: Chart,
  description: Description,
  table: Table,
  links: Links,
  text: Words,
} as const

/** A panel without its blocks, which are told apart by `type` (see compose.ts). */
export const panelParts = {
  ...documentHead,
  kind: Type.Literal('panel'),
  component: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Za-z0-9_/-]{1,120}$' }))),
  /** The code that opens it; without one it is everybody's who is signed in. */
  perm: Type.Optional(Code),
  menu: Type.Optional(Menu),
  /** Seconds after which every block asks again. */
  refresh: Type.Optional(Type.Integer({ minimum: 5, maximum: 86_400 })),
  columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })),
}

const Panel = Type.Object(panelParts)
type Shapes = typeof blockShapes
export type PanelBlock = { [Word in keyof Shapes]: Type.Static<Shapes[Word]> }[keyof Shapes]
export type PanelSource = Type.Static<typeof Source>
export type PanelDocument = Type.Static<typeof Panel> & { blocks: PanelBlock[] }
