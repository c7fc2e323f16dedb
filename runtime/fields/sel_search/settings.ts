import Type from 'typebox'

export const selSearchSettings = { dictCode: Type.String({ minLength: 1, maxLength: 200 }) }
