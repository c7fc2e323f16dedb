/** The parts of the role module that other modules may import. */
export { type ColumnServices, saveColumns } from './column-routes.ts'
export { type ColumnRight, columnsOf, listedDocument, rightOf } from './columns.ts'
export { grantCode, saveGrants } from './grant-routes.ts'
export { changeOf, idsOf } from './grants.ts'
export { permissionTree } from './permission-tree.ts'
export { grantsOf, lockedRole, lockRole, lockRoles, requireAssignable, requireHeld } from './role.ts'
