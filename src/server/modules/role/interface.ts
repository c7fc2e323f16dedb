/** The parts of the role module that other modules may import. */
export { saveColumns } from './column-routes.ts'
export { type ColumnRight, columnsOf, rightOf } from './columns.ts'
export { grantCode, saveGrants } from './grant-routes.ts'
export { changeOf } from './grants.ts'
export { permissionTree } from './permission-tree.ts'
export { rightNotes } from './right-notes.ts'
export {
  grantsOf,
  lockedRole,
  lockRole,
  lockRoles,
  type Role,
  requireAssignable,
  requireGranted,
} from './role.ts'
export { roleUsersCode } from './user-routes.ts'
