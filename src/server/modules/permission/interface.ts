/** The parts of the permission module that other modules may import. */
export { demoRoles } from './demo-roles.ts'
export { type Permissions, permissionChannel, writeCodes } from './permissions.ts'
export { decideProposals, isDecided, openProposals, settleProposals } from './proposals.ts'
export { groupComponent, iframeComponent, publicCodes, publicMenu } from './public-menu.ts'
export { seedMenu } from './seed.ts'
export { noteChanges, restoreShipped } from './shipped-entries.ts'
