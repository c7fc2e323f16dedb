import Type from 'typebox'

export const FileQuery = Type.Object({ id: Type.String({ minLength: 1, maxLength: 36 }) })
/** The list asks without a file when it is opened by itself. */
export const UsesQuery = Type.Object({ id: Type.Optional(Type.String({ maxLength: 36 })) })

const Paths = Type.String({ minLength: 1, maxLength: 4000 })
/** Comma-joined paths of files that the user has just uploaded. */
export const AddFilesBody = Type.Object({ paths: Paths }, { additionalProperties: false })
export const ReplaceFileBody = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 36 }), path: Paths },
  { additionalProperties: false },
)
