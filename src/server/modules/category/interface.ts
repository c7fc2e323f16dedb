/** The parts of the category module that other modules may import. */
export { parentIdOf } from './tree.ts'
