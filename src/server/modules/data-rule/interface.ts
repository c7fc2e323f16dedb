/** The parts of the module of data rules that other modules may import. */
export { documentRules } from './document-rules.ts'
export { type Author, writeRules } from './grant-rules.ts'
export { rulesReader, saveRulesOfRole, tickRuleForRoles } from './role-routes.ts'
export { addRule, editRule, removeRule, rulesCode } from './rule-routes.ts'
export { findRule, findRules, type Rule, renameRuleColumn, rulesOfRole } from './rules.ts'
export { MenuQuery } from './shape.ts'
