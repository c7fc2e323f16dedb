import Type from 'typebox'
import type { Renaming } from '#runtime/schema/rename/definition.ts'
import { MAX_DIRECT_ROWS } from '../../records/excel/import/import-job.ts'

/** As `DocumentPath`, of an id that a new document may have. */
export const DesignPath = Type.Object({
  group: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
  name: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,59}$' }),
})

/** The address of one document in the designer. */
export const documentPlace = '/design/documents/:group/:name'

/** A document; the check of documents says what is wrong with it. */
const Body = Type.Record(Type.String(), Type.Unknown())

/** Changes with each change of a draft. */
export const DraftVersion = Type.String({ minLength: 1, maxLength: 80 })

export const DraftBody = Type.Object(
  {
    /** The document from which the draft was started; null for a new one. */
    base: Type.Union([Body, Type.Null()]),
    body: Body,
    /** The version that the page knows, null for no draft: a draft that is another one by now is not changed. */
    previous: Type.Optional(Type.Union([DraftVersion, Type.Null()])),
    /** The name of the new version, by which a page finds its own change when the answer was lost. */
    version: Type.Optional(DraftVersion),
  },
  { additionalProperties: false },
)

/** `companions`: the new dictionaries and pickers that only this draft names go with it. */
export const DiscardQuery = Type.Object({
  companions: Type.Optional(Type.Boolean()),
  previous: Type.Optional(DraftVersion),
})

export const InspectBody = Type.Object({ body: Body }, { additionalProperties: false })

const TypedTable = Type.String({ maxLength: 60 })

export const ReleaseBody = Type.Object(
  {
    note: Type.String({ maxLength: 500 }),
    /** The name of the table, typed to confirm steps that lose data. */
    table: Type.Optional(TypedTable),
    /** The version of the draft that the page shows. */
    previous: Type.Optional(DraftVersion),
  },
  { additionalProperties: false },
)
export type ReleaseBody = Type.Static<typeof ReleaseBody>

export const RevisionQuery = Type.Object({ revision: Type.Integer({ minimum: 1 }) })

/** Pasted rows are imported while the request waits, so they are as many as such an import may have. */
export const RowsBody = Type.Object(
  {
    keys: Type.Array(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }), {
      minItems: 1,
      maxItems: 100,
    }),
    rows: Type.Array(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 100 }), {
      minItems: 1,
      maxItems: MAX_DIRECT_ROWS,
    }),
  },
  { additionalProperties: false },
)

/** The name of the table, typed to confirm: of a forced synchronisation, of a removal with the table. */
export const ConfirmedBody = Type.Object(
  { table: Type.Optional(TypedTable) },
  { additionalProperties: false },
)

export const TablePath = Type.Object({ table: Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$' }) })

const FieldKey = Type.String({ minLength: 1, maxLength: 64 })

const Name = Type.String({ minLength: 1, maxLength: 150 })

/** Another key of a field of the draft, or of the column of one of its detail tables. */
const FieldBody = Type.Object(
  { detail: Type.Optional(FieldKey), from: FieldKey, to: FieldKey },
  { additionalProperties: false },
)

/** Another id of a document, code of a dictionary, or name of a table. */
const NameBody = Type.Object(
  { kind: Type.Enum(['document', 'dict', 'table']), from: Name, to: Name },
  { additionalProperties: false },
)

const RenamingBody = Type.Union([FieldBody, NameBody])

/** The draft, and the name that it is to give. */
export const RenameBody = Type.Object({ body: Body, renaming: RenamingBody }, { additionalProperties: false })

export const readRenaming = ({ body, renaming }: Type.Static<typeof RenameBody>): Renaming => {
  if ('kind' in renaming) return renaming
  const { detail, from, to } = renaming
  const screen = String(body.id)
  return { kind: 'field', screen, ...(detail !== undefined && { detail }), from, to }
}
