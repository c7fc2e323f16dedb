import { sql } from 'kysely'
import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listTextEntries,
} from '#runtime/kernel/json.ts'
import { numberingRule } from '#runtime/kernel/numbering.ts'
import type { Path } from '#runtime/schema/checks/report.ts'
import { collectProblems } from '#runtime/schema/checks/report.ts'
import { listSteps } from '#runtime/schema/kinds/workflow/steps.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import type { Db } from '../../platform/store/database.ts'

/** What documents name that administrators maintain in the database, with the remedy for a name that is not there. */
const kinds = {
  numbering: { noun: '编码规则', remedy: '请先在系统管理里新增' },
  check: { noun: '校验规则', remedy: '请先在系统管理里新增' },
  role: { noun: '角色', remedy: '请改成已有的角色编码，或先在系统管理 › 角色里新增' },
  position: { noun: '岗位', remedy: '请改成已有的岗位编码，或先在系统管理 › 职务管理里新增' },
  user: { noun: '账号', remedy: '请改成已有的账号，或先在系统管理 › 用户管理里新增' },
  template: { noun: '消息模板', remedy: '请改成已有的模板编码，或先在消息中心 › 模板管理里新增' },
} as const

export type StoredKind = keyof typeof kinds
const storedKinds = Object.keys(kinds) as StoredKind[]

/** Names without which a document works: somebody else has their tasks until they are there. */
export const isStaffName = (kind: StoredKind): boolean => kind === 'position' || kind === 'user'

/** A place of a document that names something stored. */
interface StoredName {
  path: Path
  kind: StoredKind
  code: string
}

/** The fields of a document, and of its details, with their paths. */
const fieldsIn = (fields: unknown, path: Path): [Path, JsonObject][] =>
  listObjectEntries(fields).flatMap(([at, field]): [Path, JsonObject][] => [
    [[...path, at], field],
    ...fieldsIn(field.fields, [...path, at, 'fields']),
  ])

const partAt = (value: unknown, key: string): JsonObject => {
  const found = isJsonObject(value) ? value[key] : undefined
  return isJsonObject(found) ? found : {}
}

const listRoles = (roles: unknown, path: Path): StoredName[] =>
  listTextEntries(roles).map(([at, code]) => ({ path: [...path, at], kind: 'role', code }))

const oneName = (path: Path, kind: StoredKind, code: unknown): StoredName[] =>
  typeof code === 'string' ? [{ path, kind, code }] : []

const listFieldNames = ([path, field]: [Path, JsonObject]): StoredName[] => [
  ...oneName([...path, 'auto'], 'numbering', numberingRule(asText(field.auto) ?? '')),
  ...listObjectEntries(field.validateRules).flatMap(([at, { ruleCode }]) =>
    oneName([...path, 'validateRules', at, 'ruleCode'], 'check', ruleCode),
  ),
  ...listObjectEntries(partAt(field, 'access').rules).flatMap(([at, { roles }]) =>
    listRoles(roles, [...path, 'access', 'rules', at, 'roles']),
  ),
]

/** The names in the message that an entry sends. */
function listMessageNames(entry: JsonObject, path: Path): StoredName[] {
  const notify = partAt(entry, 'notify')
  return [
    ...oneName([...path, 'notify', 'template'], 'template', notify.template),
    ...listRoles(partAt(notify, 'to').roles, [...path, 'notify', 'to', 'roles']),
  ]
}

/** The names in a document that only a database knows. */
function listStoredNames(document: JsonObject): StoredName[] {
  const proposed = Object.keys(partAt(document, 'roles'))
  return [
    ...proposed.flatMap((role) => oneName(['roles', role], 'role', role)),
    ...listObjectEntries(document.rowRules).flatMap(([at, { roles }]) =>
      listRoles(roles, ['rowRules', at, 'roles']),
    ),
    ...fieldsIn(document.fields, ['fields']).flatMap(listFieldNames),
    ...listObjectEntries(document.then).flatMap(([at, entry]) => listMessageNames(entry, ['then', at])),
    ...listSteps(document).flatMap(({ step, path }) => [
      ...listRoles(partAt(step, 'to').roles, [...path, 'to', 'roles']),
      ...listTextEntries(partAt(step, 'to').positions).flatMap(([at, code]) =>
        oneName([...path, 'to', 'positions', at], 'position', code),
      ),
      ...listTextEntries(partAt(step, 'to').users).flatMap(([at, account]) =>
        account.startsWith('=') ? [] : oneName([...path, 'to', 'users', at], 'user', account),
      ),
      ...listMessageNames(step, path),
    ]),
  ]
}

/** How many names of documents only a database knows, in words: `3 处角色、1 处消息模板`; empty for none. */
export function countStoredNames(documents: readonly JsonObject[]): string {
  const names = documents.flatMap(listStoredNames)
  return Object.entries(kinds)
    .map(([kind, { noun }]) => ({ noun, count: names.filter((name) => name.kind === kind).length }))
    .flatMap(({ noun, count }) => (count === 0 ? [] : `${count} 处${noun}`))
    .join('、')
}

/** The codes of message templates; none where their document, which makes the table, has not been loaded. */
async function readTemplates(db: Db): Promise<ReadonlySet<string>> {
  const table = sql<{ isThere: boolean }>`select to_regclass('sys_sms_template') is not null as "isThere"`
  if (!(await table.execute(db)).rows[0]?.isThere) return new Set()
  const { rows } = await sql<{ code: string }>`select template_code as code from sys_sms_template`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

async function readStored(
  db: Db,
  accounts: readonly string[],
): Promise<Record<StoredKind, ReadonlySet<string>>> {
  const { rows } = await sql<Record<Exclude<StoredKind, 'template'>, string[]>>`
    select array(select rule_code from sys_fill_rule) as numbering,
      array(select rule_code from sys_check_rule) as check, array(select role_code from sys_role) as role,
      array(select code from sys_position) as position,
      array(select username from sys_user where username = any(${accounts}::text[]) and del_flag = 0) as user`.execute(
    db,
  )
  const [row] = rows
  return {
    numbering: new Set(row?.numbering),
    check: new Set(row?.check),
    role: new Set(row?.role),
    position: new Set(row?.position),
    user: new Set(row?.user),
    template: await readTemplates(db),
  }
}

export interface StoredProblem {
  id: string
  kind: StoredKind
  problem: DocumentProblem
}

/**
 * The problems of documents, each as it is written, that name rules, roles, positions, accounts and message templates which no
 * administrator has added; `seeded` are roles that are there with the demonstration data only.
 */
export async function storedProblems(
  db: Db,
  documents: readonly unknown[],
  seeded: ReadonlySet<string> = new Set(),
): Promise<StoredProblem[]> {
  const named = documents
    .filter(isJsonObject)
    .map((document) => ({ document, names: listStoredNames(document) }))
  const accounts = named.flatMap(({ names }) =>
    names.flatMap(({ kind, code }) => (kind === 'user' ? code : [])),
  )
  const stored = await readStored(db, accounts)
  const isMissing = ({ kind, code }: StoredName) =>
    !stored[kind].has(code) && !(kind === 'role' && seeded.has(code))
  return named.flatMap(({ document, names }) =>
    storedKinds.flatMap((kind) =>
      collectProblems(document, (report) => {
        for (const { path, code } of names.filter((name) => name.kind === kind && isMissing(name)))
          report(path, {
            code: 'UNKNOWN_NAME',
            text: `没有${kinds[kind].noun}「${code}」，${kinds[kind].remedy}`,
            word: code,
            words: stored[kind],
          })
      }).map((problem) => ({ id: String(document.id), kind, problem })),
    ),
  )
}
