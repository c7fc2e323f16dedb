import type { DocumentServices, PermissionRegistry } from '../services.ts'

/** The services with which documents register. */
export interface RegistrationServices
  extends Pick<
    DocumentServices,
    'dictionaries' | 'uniqueChecks' | 'tenantTables' | 'rowBounds' | 'fieldRules'
  > {
  permissions: Pick<PermissionRegistry, 'register' | 'retire' | 'rows'>
}
