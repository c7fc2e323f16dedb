import Type from 'typebox'

const Id = Type.String({ minLength: 1, maxLength: 36 })
const Title = Type.String({ maxLength: 50 })

const Query = {
  matchType: Type.Union([Type.Literal('and'), Type.Literal('or')]),
  /** Conditions and groups; `readQuery` checks them. */
  records: Type.Array(Type.Unknown(), { maxItems: 100 }),
}

const Content = { title: Title, ...Query }

const Key = Type.String({ maxLength: 80 })
const Keys = Type.Array(Key, { maxItems: 200 })

/** What a view keeps besides its advanced query: the conditions of the query bar, and how the rows are shown. */
export const ViewSettings = Type.Object(
  {
    conditions: Type.Optional(Type.Record(Key, Type.String({ maxLength: 2000 }), { maxProperties: 100 })),
    sort: Type.Optional(Type.String({ maxLength: 500 })),
    group: Type.Optional(Key),
    tree: Type.Optional(Type.String({ maxLength: 200 })),
    density: Type.Optional(Type.String({ maxLength: 20 })),
    hidden: Type.Optional(Keys),
    order: Type.Optional(Keys),
    pinned: Type.Optional(Keys),
    /** The widths of columns in pixels. */
    widths: Type.Optional(
      Type.Record(Key, Type.Integer({ minimum: 1, maximum: 2000 }), { maxProperties: 200 }),
    ),
  },
  { additionalProperties: false },
)
export type ViewSettings = Type.Static<typeof ViewSettings>

export const SaveBody = Type.Object(
  {
    ...Content,
    /** Who sees it: its owner, the owner's department with those below it, or all users of the list. */
    visibility: Type.Union([Type.Literal('private'), Type.Literal('depart'), Type.Literal('public')]),
    /** Replaces the user's own query of this title; without it a second one is refused. */
    overwrite: Type.Optional(Type.Boolean()),
    settings: Type.Optional(ViewSettings),
  },
  { additionalProperties: false },
)

/** The new content of a stored query. */
export const UpdateBody = Type.Object(
  { id: Id, ...Query, settings: Type.Optional(ViewSettings) },
  { additionalProperties: false },
)
export type UpdateBody = Type.Static<typeof UpdateBody>

/** The queries that a browser had stored itself. */
export const TakeOverBody = Type.Object(
  { queries: Type.Array(Type.Object(Content, { additionalProperties: false }), { maxItems: 100 }) },
  { additionalProperties: false },
)

export const DeleteQuery = Type.Object({ id: Id })

/** Null: no default any more. */
export const DefaultBody = Type.Object({ id: Type.Union([Id, Type.Null()]) }, { additionalProperties: false })

export const RenameBody = Type.Object({ id: Id, title: Title }, { additionalProperties: false })

/** The ids of the views in the order of this user. */
export const OrderBody = Type.Object(
  { ids: Type.Array(Id, { maxItems: 500 }) },
  { additionalProperties: false },
)
