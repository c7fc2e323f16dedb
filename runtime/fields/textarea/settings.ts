import Type from 'typebox'

export const textareaSettings = { rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })) }
