/** The parts of the permission module that other modules may import. */
export { demoRoles } from './demo-roles.ts'
export { type Permissions, permissionChannel, writeCodes } from './permissions.ts'
export {
  decideProposals,
  isDecided,
  openProposals,
  type PackageProposal,
  proposePacked,
  settleProposals,
} from './proposals.ts'
export { groupComponent, publicCodes, publicMenu } from './public-menu.ts'
export { seedMenu } from './seed.ts'
export type { Origin } from './shipped-entries.ts'
