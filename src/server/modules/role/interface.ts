/** The parts of the role module that other modules may import. */
export { moveControlled, renameControlled } from './column-grants.ts'
export { saveColumns } from './column-routes.ts'
export { type ColumnRight, getRight, listColumns } from './columns.ts'
export { grantCode, saveGrants } from './grant-routes.ts'
export { diffGrants } from './grants.ts'
export { permissionTree } from './permission-tree.ts'
export { rightNotes } from './right-notes.ts'
export {
  lockedRole,
  lockRole,
  lockRoles,
  type Role,
  readGrants,
  requireAssignable,
  requireGranted,
} from './role.ts'
export { roleUsersCode } from './user-routes.ts'
export { raiseUserRevisions } from './users.ts'
