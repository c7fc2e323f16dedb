import type { Problem } from '#runtime/kernel/problem.ts'

interface ProblemCodeInfo {
  /** Documents with an `error` are not served; a `warning` is logged. */
  severity: 'error' | 'warning'
  /** When the code is reported. */
  help: string
}

const error = (help: string): ProblemCodeInfo => ({ severity: 'error', help })

/** All codes that the check of documents reports. */
export const problemCodes = {
  BAD_EXPRESSION: error('An expression has a syntax error.'),
  BAD_PATTERN: error(
    'A pattern is not supported by both regular expression engines, or is vulnerable to ReDoS.',
  ),
  BAD_VALUE: error('A value has the wrong type, is out of range, or contradicts another value.'),
  BASE_BROKEN: error('The document that `extends` names has problems of its own.'),
  BROKEN_JSON: error('The file is not valid JSON.'),
  DUPLICATE_KEY: error('A field key, a dictionary value or a tree code occurs twice in the document.'),
  DUPLICATE_NAME: error('A name that only one document may claim is claimed twice.'),
  EFFECT_FIELD: error(
    'The document lacks a field that its effect reads, or has it with another kind of value.',
  ),
  FORMULA_CYCLE: error('Formulas read each other in a circle.'),
  GIVEN_AWAY: {
    severity: 'warning',
    help: 'A value can be learnt with fewer permissions than it needs: from a formula, or by trying values in a public form.',
  },
  MISSING_KEY: error('A required key is missing.'),
  NEWER_VERSION: error('The document has a newer format than the program supports.'),
  OLD_VERSION: error('The document has an old format and must be migrated first.'),
  ORG_DEST_COUNT: error('Two lists that map keys to keys differ in length.'),
  ORG_DEST_MISSING: error('A record picker lacks a required key or a target field.'),
  OVERLAY_CIRCLE: error('Documents extend each other in a circle.'),
  REPORT_SQL: error('The SQL of a report is not allowed, or PostgreSQL refuses it.'),
  RESERVED_ID: error('The address of the document belongs to the API.'),
  RESERVED_NAME: error('The table belongs to the application or to PostgreSQL.'),
  ROW_RULE: error('A row rule cannot be translated to SQL.'),
  SYSTEM_PART: error(
    'A part of a document over a table of the application that only administrators may change.',
  ),
  TABLE_PLAN: error('The tables of the document cannot be created or changed without confirmation.'),
  TOO_MANY_PROBLEMS: error(
    'The check has stopped at its limit of problems; those before this one come first.',
  ),
  TRIAL: error('A trial run of the document failed at a step that no rule of the check foresees.'),
  UNKNOWN_DICT: error('No dictionary has this code.'),
  UNKNOWN_EFFECT: error('No effect of this name is registered.'),
  UNKNOWN_FIELD: error('No field of the document, or of the document that it names, has this key.'),
  UNKNOWN_KEY: error('The language has no such key at this place.'),
  UNKNOWN_LOOKUP: error('No lookup of this name is registered.'),
  UNKNOWN_NAME: error('A document, an icon, a widget or a name in an expression does not exist.'),
  UNKNOWN_PARENT: error('The menu has no such parent entry.'),
  UNKNOWN_PICKER: error('No picker has this code.'),
  UNKNOWN_TYPE: error('There is no field type or panel block of this name.'),
  UNREADABLE: error('The file cannot be read.'),
  UNSAFE_KEY: error('A name is reserved by JavaScript, by the system columns or by the detail grid.'),
  UNSTORABLE: error(
    'A text has a character that the database cannot store: U+0000 or half a surrogate pair.',
  ),
} as const satisfies Readonly<Record<string, ProblemCodeInfo>>

export type ProblemCode = keyof typeof problemCodes

/** A problem of a document; its code is one of the table above. */
export interface DocumentProblem extends Problem {
  code: ProblemCode
}
