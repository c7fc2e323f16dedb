import { sql } from 'kysely'
import { isJsonObject, type JsonObject, listObjectEntries, listTextEntries } from '#runtime/kernel/json.ts'
import { numberingRule } from '#runtime/kernel/numbering.ts'
import type { Path, Report } from '#runtime/schema/checks/report.ts'
import { collectProblems } from '#runtime/schema/checks/report.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import type { Db } from '../../platform/store/database.ts'

interface RuleCodes {
  numbering: ReadonlySet<string>
  checks: ReadonlySet<string>
}

/** The codes of the rules that administrators maintain. */
async function readRuleCodes(db: Db): Promise<RuleCodes> {
  const { rows } = await sql<{ numbering: string[]; checks: string[] }>`
    select array(select rule_code from sys_fill_rule) as numbering,
      array(select rule_code from sys_check_rule) as checks`.execute(db)
  return { numbering: new Set(rows[0]?.numbering), checks: new Set(rows[0]?.checks) }
}

/** The fields of a document with their paths; an overlay writes them as an object. */
const fieldsIn = (fields: unknown, path: Path): [Path, JsonObject][] =>
  (isJsonObject(fields) ? Object.entries(fields) : listObjectEntries(fields)).flatMap(
    ([at, field]): [Path, JsonObject][] =>
      isJsonObject(field) ? [[[...path, at], field], ...fieldsIn(field.fields, [...path, at, 'fields'])] : [],
  )

function checkRules(document: JsonObject, codes: RuleCodes, report: Report): void {
  const need = (path: Path, code: unknown, words: ReadonlySet<string>, noun: string) => {
    if (typeof code !== 'string' || words.has(code)) return
    const text = `没有${noun}「${code}」，请先在系统管理里新增`
    report(path, { code: 'UNKNOWN_NAME', text, word: code, words })
  }
  for (const [path, field] of fieldsIn(document.fields, ['fields'])) {
    const rule = typeof field.auto === 'string' ? numberingRule(field.auto) : null
    need([...path, 'auto'], rule, codes.numbering, '编码规则')
    for (const [at, { ruleCode }] of listObjectEntries(field.validateRules))
      need([...path, 'validateRules', at, 'ruleCode'], ruleCode, codes.checks, '校验规则')
  }
}

export interface StoredProblem {
  id: string
  problem: DocumentProblem
}

const listProblems = (
  documents: readonly unknown[],
  check: (document: JsonObject, report: Report) => void,
): StoredProblem[] =>
  documents.filter(isJsonObject).flatMap((document) =>
    collectProblems(document, (report) => check(document, report)).map((problem) => ({
      id: String(document.id),
      problem,
    })),
  )

/** The problems of documents that name roles, in proposed permissions and in rules, which neither `seeded` nor an administrator has added. */
export async function roleProblems(
  db: Db,
  documents: readonly unknown[],
  seeded: ReadonlySet<string> = new Set(),
): Promise<StoredProblem[]> {
  const { rows } = await sql<{ code: string }>`select role_code as code from sys_role`.execute(db)
  const codes = new Set(rows.map(({ code }) => code))
  return listProblems(documents, (document, report) => {
    const need = (path: Path, role: string) => {
      if (codes.has(role) || seeded.has(role)) return
      const text = `没有角色「${role}」，请改成已有的角色编码，或先在系统管理 › 角色里新增`
      report(path, { code: 'UNKNOWN_NAME', text, word: role, words: codes })
    }
    for (const role of isJsonObject(document.roles) ? Object.keys(document.roles) : [])
      need(['roles', role], role)
    for (const [at, rule] of listObjectEntries(document.rowRules))
      for (const [place, role] of listTextEntries(rule.roles)) need(['rowRules', at, 'roles', place], role)
    for (const [path, field] of fieldsIn(document.fields, ['fields'])) {
      const access = isJsonObject(field.access) ? field.access : {}
      for (const [at, rule] of listObjectEntries(access.rules))
        for (const [place, role] of listTextEntries(rule.roles))
          need([...path, 'access', 'rules', at, 'roles', place], role)
    }
  })
}

/** The problems of documents, each as it is written, that name rules which no administrator has added. */
export async function ruleProblems(db: Db, documents: readonly unknown[]): Promise<StoredProblem[]> {
  const codes = await readRuleCodes(db)
  return listProblems(documents, (document, report) => checkRules(document, codes, report))
}
