/** The parts of the role module that other modules may import. */
export { grantCode } from './grant-routes.ts'
export { idsOf } from './grants.ts'
export { lockRole, requireAssignable, requireHeld } from './role.ts'
