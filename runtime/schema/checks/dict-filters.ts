import { asText, type JsonObject, listObjectEntries, listTextEntries } from '#runtime/kernel/json.ts'
import { readBoundName } from '../names/bound-value.ts'
import { type FieldsContext, type Level, needField, part } from './context.ts'
import { checkComparable } from './expressions/expression-types.ts'
import { checkCondition } from './expressions/literal.ts'
import { keySpan, type Path, type Span, textSpan } from './report.ts'

/** The fields by which requests may filter a dictionary; undefined for a dictionary that no document defines. */
function findFilters({ knownNames }: FieldsContext, code: unknown): Set<string> | undefined {
  const dict = knownNames.documents.get(knownNames.dicts.get(asText(code) ?? '')?.id ?? '')
  return dict && new Set(listTextEntries(part(dict, 'source').filters).map(([, key]) => key))
}

/** The field of a screen that a dictionary compares; undefined for a dictionary of another source. */
function filteredField({ knownNames }: FieldsContext, code: unknown, key: string): JsonObject | undefined {
  const dict = knownNames.documents.get(knownNames.dicts.get(asText(code) ?? '')?.id ?? '')
  return dict && knownNames.screens.get(asText(part(dict, 'source').screen) ?? '')?.get(key)
}

/** Tells which field or column of its source a key of a dictionary stands for. */
export function referSource(
  { knownNames, report }: Pick<FieldsContext, 'knownNames' | 'report'>,
  path: Path,
  code: unknown,
  key: string,
  span?: Span,
): void {
  const dict = knownNames.documents.get(knownNames.dicts.get(asText(code) ?? '')?.id ?? '')
  const { screen, table } = dict ? part(dict, 'source') : {}
  if (typeof screen === 'string') report.refer?.(path, { kind: 'field', screen, key }, span)
  if (typeof table === 'string') report.refer?.(path, { kind: 'column', table, name: key }, span)
}

/** Reports a filter that its dictionary does not allow. */
function needFilter(context: FieldsContext, path: Path, code: unknown, key: string, span?: Span): void {
  const filters = findFilters(context, code)
  referSource(context, path, code, key, span)
  if (!filters || filters.has(key)) return
  const text = `字典「${String(code)}」不能按「${key}」比较，请在它的 source.filters 里写上`
  context.report(path, { code: 'UNKNOWN_FIELD', text, word: key, words: filters })
}

/** Checks that the conditions of a field's dictionary compare filters of it with fields of the record. */
export function checkDictFilters(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  for (const [at, { dictCode, by }] of listObjectEntries(field.next))
    if (typeof by === 'string') needFilter(context, [...path, 'next', at, 'by'], dictCode, by)
  for (const [key, value] of Object.entries(part(field, 'dictWhere'))) {
    const at = [...path, 'dictWhere', key]
    needFilter(context, at, field.dictCode, key, keySpan(key))
    checkBound(context, level, at, value, filteredField(context, field.dictCode, key))
  }
}

/** Checks a value that a field of a source is compared with: fixed, or `$form.` and `$row.` of the record. */
export function checkBound(
  context: FieldsContext,
  level: Level,
  at: Path,
  value: unknown,
  target: JsonObject | undefined,
): void {
  if (typeof value !== 'string' || !value.startsWith('$')) {
    if (target) checkCondition(context, at, target, value)
    return
  }
  const named = readBoundName(value)
  if (!named) context.report(at, { code: 'BAD_VALUE', text: '应写作 $form.字段 或 $row.字段（明细的本行）' })
  else if (named.place === 'row' && level.detail === undefined)
    context.report(at, { code: 'BAD_VALUE', text: `表头没有本行，请写 $form.${named.name}` })
  else {
    const { place, name } = named
    const owner = place === 'form' ? context.head : level
    needField(context, owner, at, name, true, textSpan(name, `$${place}.`.length))
    const source = owner.fields.find(([, entry]) => entry.key === name)?.[1]
    if (source && target) checkComparable(context, at, target, source)
  }
}
