import Type from 'typebox'

/** Closed objects: an unknown key is an error; `x-*` is kept and ignored. */
export const closed = { additionalProperties: false, patternProperties: { '^x-': {} } }

export const Key = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' })
export const Keys = Type.Array(Key, { minItems: 1, uniqueItems: true })
export const Code = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_:.-]{0,99}$' })
export const RoleCode = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' })
export const RoleCodes = Type.Array(RoleCode, { minItems: 1, uniqueItems: true })
export const DocumentId = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}/[a-z][a-z0-9_-]{0,59}$' })
export const Text = Type.String({ minLength: 1, maxLength: 200 })
export const Url = Type.String({ pattern: '^/' })
/** An expression of runtime/kernel/expression; names are checked by the semantic rules. */
export const Expression = Object.assign({}, Type.String({ minLength: 1, maxLength: 2000 }), {
  holds: 'expression' as const,
})
export const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])
/** A fixed value, or an expression after `=`. */
export const Value = Object.assign({}, Scalar, { holds: 'value' as const })
/** The fields to sort by, separated by commas; `-` sorts in descending order. */
export const Sort = Type.String({
  pattern: '^-?[A-Za-z][A-Za-z0-9_]{0,63}(,-?[A-Za-z][A-Za-z0-9_]{0,63})*$',
})
export const PageSize = Type.Integer({ minimum: 1, maximum: 200 })
export const ColumnCount = Type.Integer({ minimum: 1, maximum: 4 })
/** The code of a dictionary, or a registered table with its text and value columns. */
export const DictCode = Type.String({ minLength: 1, maxLength: 200 })
/** The path to a part of an answer, its keys separated by dots. */
export const AnswerPath = Type.String({ pattern: '^[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)*$' })
