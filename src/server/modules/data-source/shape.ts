import Type from 'typebox'
import { Id } from '../../platform/http/id-shape.ts'

const Text = Type.Optional(Type.String({ maxLength: 500 }))

/** A stored data source by `id`, the fields of the contract, or both: an edited data source with its typed values. */
export const TestBody = Type.Object({
  id: Type.Optional(Id),
  dbDriver: Text,
  dbUrl: Text,
  dbName: Text,
  dbUsername: Text,
  dbPassword: Text,
})
export type TestBody = Type.Static<typeof TestBody>
