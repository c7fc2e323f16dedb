/** The parts of the module of data rules that other modules may import. */
export { documentRules } from './document-rules.ts'
export { saveRulesOfRole } from './role-routes.ts'
export { addRule, editRule, removeRule, rulesCode } from './rule-routes.ts'
export { findRules, type Rule, rulesOfRole } from './rules.ts'
