import Type from 'typebox'

export const pcaSettings = {
  multi: Type.Optional(Type.Boolean()),
  root: Type.Optional(Type.String({ pattern: '^(86|[1-9]\\d{5})$' })),
}

export const regionFamilySettings = {
  pca: pcaSettings,
}
