/** The parts of the permission module that other modules may import. */
export { demoRoles } from './demo-roles.ts'
export { permissionChannel } from './permissions.ts'
export { decideProposals, isDecided } from './proposals.ts'
export { seedMenu } from './seed.ts'
