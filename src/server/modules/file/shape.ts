import Type from 'typebox'

export const UploadQuery = Type.Object({ biz: Type.Optional(Type.String({ maxLength: 100 })) })

/** `view`: a page shows the file, which therefore has to come from this server. */
export const StaticQuery = Type.Object({ view: Type.Optional(Type.String({ maxLength: 1 })) })

export const PreviewQuery = Type.Object({ path: Type.String({ minLength: 1, maxLength: 100 }) })

export const FinishUploadBody = Type.Object(
  { biz: Type.String({ maxLength: 20 }) },
  { additionalProperties: false },
)

/** The id of an upload in parts. */
export const UploadParams = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{32}$' }) })
