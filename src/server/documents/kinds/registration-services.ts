import type { DocumentServices } from '../services.ts'

/** The services with which documents register. */
export type RegistrationServices = Pick<
  DocumentServices,
  'permissions' | 'dictionaries' | 'uniqueChecks' | 'tenantTables' | 'rowBounds' | 'fieldRules'
>
