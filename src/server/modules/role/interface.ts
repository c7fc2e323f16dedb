/** The parts of the role module that other modules may import. */
export { grantCode } from './grant-routes.ts'
export { changeOf, idsOf } from './grants.ts'
export { permissionTree } from './permission-tree.ts'
export { lockedRole, lockRole, lockRoles, requireAssignable, requireHeld } from './role.ts'
