/** The part of the data-source module that other modules may import. */
export { openDataSources } from './data-sources.ts'
