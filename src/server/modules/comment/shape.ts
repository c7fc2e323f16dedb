import Type from 'typebox'

/** The id of a screen, with a slash or a dot, or the name of a table. */
const TableName = Type.String({ pattern: '^[A-Za-z0-9_./-]{1,150}$' })
const RecordId = Type.String({ minLength: 1, maxLength: 200 })
const Id = Type.String({ minLength: 1, maxLength: 64 })
/** Clients of the contract send '' for none. */
const OptionalId = Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()]))

/** A record. */
export const RecordQuery = Type.Object({ tableName: TableName, tableDataId: RecordId })
export type RecordQuery = Type.Static<typeof RecordQuery>

export const ListQuery = Type.Object({
  tableName: TableName,
  tableDataId: RecordId,
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
})

export const PeopleQuery = Type.Object({
  tableName: TableName,
  tableDataId: RecordId,
  keyword: Type.Optional(Type.String({ maxLength: 50 })),
})

export const CommentQuery = Type.Object({ id: Id })

/** Longer texts are refused in words. */
export const TextBody = Type.Object({
  tableName: TableName,
  tableDataId: RecordId,
  commentContent: Type.String({ maxLength: 100_000 }),
  toUserId: OptionalId,
  commentId: OptionalId,
})
export type TextBody = Type.Static<typeof TextBody>

export const StoredFileBody = Type.Object({
  commentId: Id,
  savePath: Type.String({ minLength: 1, maxLength: 200 }),
})
