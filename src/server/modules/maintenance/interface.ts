/** The parts of the maintenance module that other modules may import. */
export { olderThan, type Sweep, sweepTable } from './sweeps.ts'
