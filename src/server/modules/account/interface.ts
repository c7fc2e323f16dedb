/** The parts of the account module that other modules may import. */
export { ADMIN_USERNAME } from './freeze.ts'
export { tellChange } from './tell-change.ts'
export { isTaken, lockPeople } from './unique.ts'
