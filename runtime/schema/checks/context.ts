import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { isSafeKey } from '#runtime/kernel/text/names.ts'
import type { FieldValues } from '../field-value.ts'
import { ownIcon } from '../foreign/icons.ts'
import { areFollowUpsMade } from '../names/follow-up-fields.ts'
import { iconNames, iconWord } from '../names/icon-names.ts'
import type { KnownNames } from '../names/known-names.ts'
import { builtInMenuParents } from '../names/menu-parents.ts'
import type { ProblemCode } from '../names/problem-codes.ts'
import { auditKeys } from '../types.ts'
import type { CheckContext } from './check-context.ts'
import type { Path, Referred, Report, Span } from './report.ts'

/** Fields that may name each other: those of the head, or of one detail table. */
export interface Level {
  path: Path
  fields: readonly [number, JsonObject][]
  keys: ReadonlySet<string>
  /** The fields by their keys; of a repeated key the first one. */
  byKey: ReadonlyMap<string, JsonObject>
  /** Whether all its fields have a key and a type; otherwise any name may be one of theirs. */
  isComplete: boolean
  /** The detail's key; absent for the head. */
  detail?: string
}

/** A document with fields under check. Its shape may be broken anywhere. */
export interface FieldsContext {
  document: JsonObject
  head: Level
  details: readonly Level[]
  /** The details by their keys; of a repeated key the first one. */
  detailsByKey: ReadonlyMap<string, Level>
  /** Whether no level can have fields of unknown names. */
  isComplete: boolean
  knownNames: KnownNames
  types: FieldValues
  /** Whether the fields are columns of a table that the document defines. */
  isStored: boolean
  /** Throws for a text that is neither the name of a shortcut nor a pattern that the server can run. */
  compilePattern(source: string): unknown
  /** Whether the shape of the value at the path, or of a value inside it, has a problem. */
  isFaulty(path: Path): boolean
  report: Report
}

export const fieldsContext = (
  document: JsonObject,
  {
    knownNames,
    types,
    compilePattern,
    isFaulty,
  }: Pick<CheckContext, 'knownNames' | 'types' | 'compilePattern' | 'isFaulty'>,
  report: Report,
  isStored: boolean,
): FieldsContext => ({
  document,
  ...readLevels(document, types, !isFaulty(['followUps']) && areFollowUpsMade(document)),
  knownNames,
  types,
  compilePattern,
  isFaulty,
  isStored,
  report,
})

function readLevels(
  document: JsonObject,
  types: FieldValues,
  areMade: boolean,
): Pick<FieldsContext, 'head' | 'details' | 'detailsByKey' | 'isComplete'> {
  const level = (list: unknown, path: Path, detail?: string): Level => {
    const fields = listObjectEntries(list)
    const byKey = firstByKey(fields.map(([, field]) => [asText(field.key), field]))
    const isComplete =
      areMade &&
      Array.isArray(list) &&
      list.length > 0 &&
      list.length === fields.length &&
      fields.every(([, { key, type }]) => isSafeKey(asText(key) ?? '') && types.has(asText(type) ?? ''))
    return { path, fields, keys: new Set(byKey.keys()), byKey, isComplete, detail }
  }
  const head = level(document.fields, ['fields'])
  const details = head.fields
    .filter(([, field]) => field.type === 'table')
    .map(([index, field]) => level(field.fields, ['fields', index, 'fields'], asText(field.key) ?? ''))
  return {
    head,
    details,
    detailsByKey: firstByKey(details.map((level) => [level.detail, level])),
    isComplete: [head, ...details].every((level) => level.isComplete),
  }
}

function firstByKey<Value>(entries: readonly (readonly [string | undefined, Value])[]): Map<string, Value> {
  const first = new Map<string, Value>()
  for (const [key, value] of entries) if (key !== undefined && !first.has(key)) first.set(key, value)
  return first
}

export const isAudit = (key: string): boolean => auditKeys.some((audit) => audit === key)

/** Whether the level has a field of this key; system columns count where `audit` is true. */
export const declares = (level: Level, key: string, audit = false): boolean =>
  level.keys.has(key) || (audit && isAudit(key))

/** What the key of a field of the level stands for. */
export const referField = (
  { document }: Pick<FieldsContext, 'document'>,
  level: Level,
  key: string,
): Referred => ({
  kind: 'field',
  screen: asText(document.id) ?? '',
  detail: level.detail,
  key,
})

/** The present key of a field that had another one. */
export const renamedNow = (fields: Iterable<JsonObject>, key: string): string | undefined =>
  asText([...fields].find(({ renamedFrom }) => renamedFrom === key)?.key)

/** What is wrong with a former key, and its replacement where it is the whole text at the path. */
export const renamedFinding = (path: Path, key: string, now: string, span?: Span) => ({
  text: `「${key}」已改名为「${now}」，请改成 ${now}`,
  ...(span ? {} : { fix: [{ op: 'replace' as const, path: pointer(...path), value: now }] }),
})

/** Reports a name that is no field of the level. */
export function needField(
  context: FieldsContext,
  level: Level,
  path: Path,
  key: string,
  audit = false,
  span?: Span,
): void {
  context.report.refer?.(path, referField(context, level, key), span)
  if (declares(level, key, audit) || !level.isComplete) return
  const renamed = renamedNow(
    level.fields.map(([, field]) => field),
    key,
  )
  if (renamed !== undefined) {
    context.report(path, { code: 'UNKNOWN_FIELD', ...renamedFinding(path, key, renamed, span) })
    return
  }
  const where = level.detail === undefined ? '本文档' : `明细「${level.detail}」`
  const text = `${where}没有字段「${key}」`
  context.report(path, { code: 'UNKNOWN_FIELD', text, word: key, words: level.keys, fix: 'nearest' })
}

/** Reports a value that `words` does not contain. */
export function needWord(
  report: Report,
  path: Path,
  word: unknown,
  words: { has(word: string): boolean; keys(): Iterable<string> },
  code: ProblemCode,
  noun: string,
  named?: 'document' | 'dict' | 'table',
): void {
  if (typeof word === 'string' && named) report.refer?.(path, { kind: named, name: word })
  if (typeof word !== 'string' || words.has(word)) return
  report(path, { code, text: `没有${noun}「${word}」`, word, words: words.keys(), fix: 'nearest' })
}

const icons: ReadonlySet<string> = new Set(iconNames)
const builtInParents: ReadonlySet<string> = new Set(builtInMenuParents)

/** Reports the name of an icon that does not exist. */
export function needIcon(report: Report, path: Path, icon: unknown): void {
  const counterpart = typeof icon === 'string' && !icons.has(iconWord(icon)) ? ownIcon(icon) : undefined
  if (counterpart !== undefined) {
    const fix = [{ op: 'replace' as const, path: pointer(...path), value: counterpart }]
    report(path, { code: 'UNKNOWN_NAME', text: `「${String(icon)}」在这里写作 ${counterpart}`, fix })
  } else
    needWord(report, path, typeof icon === 'string' ? iconWord(icon) : icon, icons, 'UNKNOWN_NAME', '图标')
}

/** Checks the menu entry of a document. */
export function checkMenu(document: JsonObject, { menuParents }: KnownNames, report: Report): void {
  const { parent, icon, group } = part(document, 'menu')
  needWord(report, ['menu', 'parent'], parent, menuParents, 'UNKNOWN_PARENT', '上级菜单')
  needIcon(report, ['menu', 'icon'], icon)
  if (group === undefined) return
  const { icon: groupIcon, parent: above } = part(part(document, 'menu'), 'group')
  needIcon(report, ['menu', 'group', 'icon'], groupIcon)
  needWord(report, ['menu', 'group', 'parent'], above, builtInParents, 'UNKNOWN_PARENT', '自带的菜单组')
  if (parent === undefined)
    report(['menu', 'group'], {
      code: 'MISSING_KEY',
      text: '缺少 parent：新的组要有名字，如 "parent": "archive"',
    })
  else if (builtInParents.has(String(parent)))
    report(['menu', 'group'], {
      code: 'DUPLICATE_NAME',
      text: `菜单组「${String(parent)}」是自带的，请删去 group，或把 parent 换成新的名字`,
    })
}

/** The keys that a picker over this document may name; records of a screen have the system columns too. */
export function sourceKeys(knownNames: KnownNames, id: string): ReadonlySet<string> | undefined {
  const fields = knownNames.screens.get(id)
  return fields ? new Set([...fields.keys(), ...auditKeys]) : knownNames.reports.get(id)?.keys
}

export const part = (from: JsonObject, key: string): JsonObject => {
  const value = from[key]
  return isJsonObject(value) ? value : {}
}
