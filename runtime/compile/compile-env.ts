import type { FieldTypes } from '#runtime/contract/contract.ts'
import type { User } from '#runtime/services/services.tsx'

/** The user permissions and field types that a compiler needs. */
export interface CompileEnv {
  types: FieldTypes
  can(code: string): boolean
  /** Whom the default conditions of queries may name; without one such a condition is absent. */
  user?: User
}
