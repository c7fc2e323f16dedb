import type { BaseServices } from '../../app/services.ts'

/** The services with which documents register. */
export type RegistrationServices = Pick<BaseServices, 'permissions' | 'dictionaries' | 'uniqueChecks'>
