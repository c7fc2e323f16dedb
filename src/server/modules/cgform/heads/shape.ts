import Type from 'typebox'

/** The id of a head, or the name of its table. */
export const HeadName = Type.String({ minLength: 1, maxLength: 160, pattern: '^[A-Za-z0-9_.-]+$' })
const Row = Type.Record(Type.String(), Type.Unknown())
const Ids = Type.Array(Type.String({ maxLength: 300 }), { maxItems: 500 })
/** Comma-separated ids. */
export const HeadNames = Type.String({ minLength: 1, maxLength: 4000, pattern: '^[A-Za-z0-9_.,-]+$' })

/** A form as its client saves it; clients send whole rows with columns of their own. */
export const ConfigurationBody = Type.Object({
  head: Row,
  fields: Type.Optional(Type.Array(Row, { maxItems: 500 })),
  indexs: Type.Optional(Type.Array(Row, { maxItems: 100 })),
  deleteFieldIds: Type.Optional(Ids),
  deleteIndexIds: Type.Optional(Ids),
})
export type ConfigurationBody = Type.Static<typeof ConfigurationBody>

export const HeadBody = Row

export const HeadsQuery = Type.Object({
  copyType: Type.Optional(Type.Integer()),
  physicId: Type.Optional(Type.String({ maxLength: 160 })),
  tableName: Type.Optional(Type.String({ maxLength: 100 })),
  tableTxt: Type.Optional(Type.String({ maxLength: 100 })),
  tableType: Type.Optional(Type.Integer()),
  pageNo: Type.Optional(Type.Integer({ minimum: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
})

export const IdQuery = Type.Object({ id: HeadName })
export const HeadQuery = Type.Object({ headId: HeadName })
export const CodeQuery = Type.Object({ headCode: HeadName })
export const CopyQuery = Type.Object({ code: HeadName })
export const HeadParams = Type.Object({ headId: HeadName })
export const CopyTableQuery = Type.Object({ tableName: Type.String({ minLength: 1, maxLength: 60 }) })
export const TableQuery = Type.Object({
  tbname: HeadName,
  id: Type.Optional(Type.String({ maxLength: 160 })),
})
export const TablesQuery = Type.Object({
  tableName: Type.Optional(Type.String({ maxLength: 100 })),
  pageNo: Type.Optional(Type.Integer({ minimum: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
})
export const NamesParams = Type.Object({ names: HeadNames })
export const SyncParams = Type.Object({ headId: HeadName, mode: Type.Enum(['normal', 'force']) })
export const BatchQuery = Type.Object({ ids: HeadNames, flag: Type.Optional(Type.Enum(['0', '1'])) })
