import Type from 'typebox'

export const DocumentPath = Type.Object({
  group: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
  name: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,59}$' }),
})
export type DocumentPath = Type.Static<typeof DocumentPath>

/** A document; the check of documents says what is wrong with it. */
const Body = Type.Record(Type.String(), Type.Unknown())

export const DraftBody = Type.Object(
  {
    /** The document from which the draft was started; null for a new one. */
    base: Type.Union([Body, Type.Null()]),
    body: Body,
  },
  { additionalProperties: false },
)
export type DraftBody = Type.Static<typeof DraftBody>

export const InspectBody = Type.Object({ body: Body }, { additionalProperties: false })
export type InspectBody = Type.Static<typeof InspectBody>

export const ReleaseBody = Type.Object(
  { note: Type.String({ maxLength: 500 }) },
  { additionalProperties: false },
)
export type ReleaseBody = Type.Static<typeof ReleaseBody>

export const RevisionQuery = Type.Object({ revision: Type.Integer({ minimum: 1 }) })
export type RevisionQuery = Type.Static<typeof RevisionQuery>
