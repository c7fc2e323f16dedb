import Type from 'typebox'

export const UploadQuery = Type.Object({ biz: Type.Optional(Type.String({ maxLength: 100 })) })

export const FinishUploadBody = Type.Object(
  { biz: Type.String({ maxLength: 20 }) },
  { additionalProperties: false },
)

/** The id of an upload in parts. */
export const UploadParams = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{32}$' }) })
