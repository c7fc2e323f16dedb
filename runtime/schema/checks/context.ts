import { asText, isJsonObject, type JsonObject, recordsOf } from '#runtime/kernel/json.ts'
import type { FieldValues } from '../field-value.ts'
import { iconNames, iconWord } from '../icon-names.ts'
import type { KnownNames } from '../known.ts'
import { auditKeys } from '../types.ts'
import type { Path, Report } from './report.ts'

/** Fields that may name each other: those of the head, or of one detail table. */
export interface Level {
  path: Path
  fields: readonly [number, JsonObject][]
  keys: ReadonlySet<string>
  /** The detail's key; absent for the head. */
  detail?: string
}

/** A screen under check: loosely read, since the shape may be broken anywhere. */
export interface ScreenContext {
  screen: JsonObject
  head: Level
  details: readonly Level[]
  known: KnownNames
  types: FieldValues
  /** Throws for a text that is neither a shortcut word nor a pattern the server can run. */
  compilePattern(source: string): unknown
  report: Report
}

export function levelsOf(screen: JsonObject): { head: Level; details: Level[] } {
  const head = level(screen.fields, ['fields'])
  const details = head.fields
    .filter(([, field]) => field.type === 'table')
    .map(([index, field]) => level(field.fields, ['fields', index, 'fields'], asText(field.key) ?? ''))
  return { head, details }
}

function level(list: unknown, path: Path, detail?: string): Level {
  const fields = recordsOf(list)
  return { path, fields, keys: new Set(fields.flatMap(([, field]) => asText(field.key) ?? [])), detail }
}

export const isAudit = (key: string): boolean => auditKeys.some((audit) => audit === key)

/** A field name, or nothing when the level declares none such; audit columns count where `audit` says so. */
export const declares = (level: Level, key: string, audit = false): boolean =>
  level.keys.has(key) || (audit && isAudit(key))

/** Reports a name that is no field of the level. */
export function needField(
  context: ScreenContext,
  level: Level,
  path: Path,
  key: string,
  audit = false,
): void {
  if (declares(level, key, audit)) return
  const where = level.detail === undefined ? '本文档' : `明细“${level.detail}”`
  const text = `${where}没有字段“${key}”`
  context.report(path, { code: 'UNKNOWN_FIELD', text, word: key, words: level.keys, fix: 'nearest' })
}

/** Reports a word that is not among the known ones. */
export function needWord(
  report: Report,
  path: Path,
  word: unknown,
  words: { has(word: string): boolean; keys(): Iterable<string> },
  code: string,
  what: string,
): void {
  if (typeof word !== 'string' || words.has(word)) return
  report(path, { code, text: `没有${what}“${word}”`, word, words: words.keys(), fix: 'nearest' })
}

const icons: ReadonlySet<string> = new Set(iconNames)

/** Reports an icon that is not drawn. */
export const needIcon = (report: Report, path: Path, icon: unknown): void =>
  needWord(report, path, typeof icon === 'string' ? iconWord(icon) : icon, icons, 'UNKNOWN_NAME', '图标')

/** What every document with an entry on the menu says of it. */
export function checkMenu(document: JsonObject, { menuParents }: KnownNames, report: Report): void {
  const { parent, icon } = part(document, 'menu')
  needWord(report, ['menu', 'parent'], parent, menuParents, 'UNKNOWN_PARENT', '上级菜单')
  needIcon(report, ['menu', 'icon'], icon)
}

/** Keys that a picker over this document may name; a screen's rows have the audit columns besides. */
export function sourceKeys(known: KnownNames, id: string): ReadonlySet<string> | undefined {
  const own = known.screens.get(id)
  return own ? new Set([...own, ...auditKeys]) : known.reports.get(id)?.keys
}

export const part = (from: JsonObject, key: string): JsonObject => {
  const value = from[key]
  return isJsonObject(value) ? value : {}
}
