import Type from 'typebox'

const Text = Type.Optional(Type.String({ maxLength: 500 }))

/** A stored data source by `id`, the fields of the contract, or both: an edited data source with its typed values. */
export const TestBody = Type.Object({
  id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
  dbDriver: Text,
  dbUrl: Text,
  dbName: Text,
  dbUsername: Text,
  dbPassword: Text,
})
export type TestBody = Type.Static<typeof TestBody>
