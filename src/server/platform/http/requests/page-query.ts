import Type from 'typebox'

/** The page of a list that a route reads itself. */
export const pageFields = {
  pageNo: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 500, default: 10 }),
}
