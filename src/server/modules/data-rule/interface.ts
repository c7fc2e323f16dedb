/** The part of the module of data rules that other modules may import. */
export { findRules } from './rules.ts'
