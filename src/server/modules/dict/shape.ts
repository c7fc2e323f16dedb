import Type from 'typebox'

export const DictParams = Type.Object({ code: Type.String({ minLength: 1, maxLength: 200 }) })

/** `where`: a JSON object of values that the items' rows must have. */
export const DictItemsQuery = Type.Object({ where: Type.Optional(Type.String({ maxLength: 2000 })) })

export const LoadDictQuery = Type.Object({
  keyword: Type.Optional(Type.String({ maxLength: 200 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
})

/** A page of a registered dictionary over a table, by the names of its table and columns. */
export const TableDataQuery = Type.Object({
  table: Type.String({ minLength: 1, maxLength: 64 }),
  text: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
  keyword: Type.Optional(Type.String({ maxLength: 200 })),
  pageNo: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
})

export const LoadDictItemQuery = Type.Object({
  key: Type.String({ maxLength: 8000 }),
  delNotExist: Type.Optional(Type.Boolean()),
})

const Name = Type.Optional(Type.String({ maxLength: 64 }))

export const TreeQuery = Type.Object({
  pid: Name,
  dictCode: Type.Optional(Type.String({ maxLength: 200 })),
  tableName: Name,
  text: Name,
  code: Name,
  pidField: Name,
  hasChildField: Name,
  condition: Type.Optional(Type.String({ maxLength: 2000 })),
})
