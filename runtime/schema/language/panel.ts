import Type from 'typebox'
import { Code, closed, DocumentId, Key, Scalar } from './field.ts'
import { documentHead, Menu } from './screen.ts'

const Text = Type.String({ minLength: 1, maxLength: 200 })
/** A page of the house; `{key}` is a value of the first record (of a table: of each row), `{user.username}` one's own. */
const Href = Type.String({ pattern: '^/(?![/\\\\{])' })
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
  /** In the column beside the others, which wide windows have. */
  side: Type.Optional(Type.Boolean()),
  /** On the sheet of the block before it, under a hairline. */
  joined: Type.Optional(Type.Boolean()),
}
const titled = { title: Type.Optional(Text), ...head, href: Type.Optional(Href) }
/** A face that the house registers, instead of the block's own. */
const widget = { widget: Type.Optional(Code) }
/** Titles of keys, where the source's document has none or others are wanted. */
const titles = { titles: Type.Optional(Type.Record(Key, Text)) }

const figure = {
  title: Text,
  value: Key,
  /** Over all records of a report or a call, instead of the first. */
  statistics: Type.Optional(Type.Union([Type.Literal('sum'), Type.Literal('average')])),
  scale: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  unit: Type.Optional(Text),
}
/** A smaller figure under it, from the same records; its colour where it is more than nothing. */
const Fact = Type.Object(
  { ...figure, tone: Type.Optional(Type.Enum(['success', 'warning', 'error'])) },
  closed,
)

/** One figure: `value` names a key, or is `total`, the number of records. */
const Statistic = Type.Object(
  {
    type: Type.Literal('statistic'),
    ...head,
    source: Source,
    ...figure,
    note: Type.Optional(Text),
    facts: Type.Optional(Type.Array(Fact, { minItems: 1 })),
    href: Type.Optional(Href),
  },
  closed,
)

const Chart = Type.Object(
  {
    type: Type.Literal('chart'),
    ...titled,
    source: Source,
    chart: Type.Object({ kind: Type.Enum(['trend', 'line', 'bar', 'pie']), x: Key, y: Keys }, closed),
    ...titles,
  },
  closed,
)

/** The first record, key by key. */
const Description = Type.Object(
  {
    type: Type.Literal('description'),
    ...titled,
    ...widget,
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

/** Records of one screen among entries: a tag, the title with its texts, and a small line below. */
const EntrySource = Type.Object(
  {
    screen: DocumentId,
    query: Type.Optional(Query),
    ...order,
    /** Who does not hold it does not see these records, whatever the list says. */
    perm: Type.Optional(Code),
    title: Type.Optional(Text),
    tag: Type.Optional(Key),
    text: Key,
    note: Type.Optional(Keys),
  },
  closed,
)

/** What waits for somebody, of several screens in one list. */
const Entries = Type.Object(
  {
    type: Type.Literal('entries'),
    ...titled,
    sources: Type.Array(EntrySource, { minItems: 1 }),
    /** Said where nothing waits. */
    empty: Type.Optional(Text),
  },
  closed,
)

const Links = Type.Object(
  {
    type: Type.Literal('links'),
    ...titled,
    ...widget,
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
  entries: Entries,
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
  /** A greeting by the hour and with one's name, and how many entries wait, instead of the title. */
  greeting: Type.Optional(Type.Boolean()),
}

const Panel = Type.Object(panelParts)
type Shapes = typeof blockShapes
export type PanelBlock = { [Word in keyof Shapes]: Type.Static<Shapes[Word]> }[keyof Shapes]
export type PanelSource = Type.Static<typeof Source>
export type PanelDocument = Type.Static<typeof Panel> & { blocks: PanelBlock[] }
