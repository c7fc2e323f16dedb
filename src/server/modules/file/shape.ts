import Type from 'typebox'

export const UploadQuery = Type.Object({ biz: Type.Optional(Type.String({ maxLength: 100 })) })
