/** The parts of the permission module that other modules may import. */
export { demoRoles } from './default-grants.ts'
export { permissionChannel } from './permissions.ts'
export { seedMenu } from './seed.ts'
