import type { NameFault } from '#runtime/fields/rich/code/offered-names.ts'
import { parseExpression } from '#runtime/kernel/expression.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { adviseExpression } from '#runtime/schema/foreign/expressions.ts'
import { type DeclaredNames, resolveField } from '#runtime/schema/names/resolve-name.ts'
import { auditKeys } from '#runtime/schema/types.ts'
import { type FieldPath, fieldAt, getKey, joinPath, listFields, listNamedFields } from '../document-edit.ts'
import type { ExpressionWord } from './expression-words.ts'

/** A field that an expression reads, or a field with an expression that reads another one. */
export interface Dependency {
  path: FieldPath
  title: string
  /** The expression through which the fields depend on each other. */
  text: string
}

const listKeys = (holder: JsonObject): Set<string> => new Set(listNamedFields(holder).map(getKey))

/** The fields that expressions of the field at `path` may name. */
function declaredNames(document: JsonObject, path: FieldPath): DeclaredNames {
  const details = listFields(document).filter(({ fields }) => Array.isArray(fields))
  const holder = path.length > 1 ? fieldAt(document, path.slice(0, -1)) : undefined
  return {
    head: listKeys(document),
    ...(holder && { row: listKeys(holder) }),
    details: new Map(details.map((detail) => [getKey(detail), listKeys(detail)])),
    isSystemColumn: (key) => auditKeys.some((audit) => audit === key),
  }
}

/** The path of the field that a name means; null for a value that is no field, undefined for an unknown name. */
function findTarget(name: string, path: FieldPath, names: DeclaredNames): FieldPath | null | undefined {
  const target = resolveField(name.split('.'), names)
  if (!target) return undefined
  if (target.kind === 'row') return [...path.slice(0, -1), target.key]
  if (target.kind === 'head') return [target.key]
  return target.kind === 'column' ? [target.detail, target.key] : null
}

/** The paths of all fields with their expressions. */
function* listExpressions(
  holder: JsonObject,
  words: readonly ExpressionWord[],
  parent: FieldPath = [],
): Generator<{ path: FieldPath; field: JsonObject; text: string }> {
  for (const field of listFields(holder)) {
    const path = [...parent, getKey(field)]
    for (const { key } of words) {
      const text = field[key]
      if (typeof text === 'string' && text !== '') yield { path, field, text }
    }
    yield* listExpressions(field, words, path)
  }
}

const formatTitle = (document: JsonObject, path: FieldPath): string =>
  path.map((_, at) => String(fieldAt(document, path.slice(0, at + 1))?.title ?? path[at])).join(' › ')

/** The fields that the expressions of a field read, and those whose expressions read it; each once. */
export function listDependencies(
  document: JsonObject,
  path: FieldPath,
  words: readonly ExpressionWord[],
): { reads: Dependency[]; readBy: Dependency[] } {
  const reads = new Map<string, Dependency>()
  const readBy = new Map<string, Dependency>()
  for (const { path: reader, text } of listExpressions(document, words)) {
    const read = parseExpression(text)
    if (!read.ok) continue
    const names = declaredNames(document, reader)
    const targets = read.value.names.flatMap((name) => {
      const target = findTarget(name, reader, names)
      return target ? [target] : []
    })
    const isOwn = joinPath(reader) === joinPath(path)
    for (const target of targets) {
      if (isOwn) reads.set(joinPath(target), { path: target, title: formatTitle(document, target), text })
      else if (joinPath(target) === joinPath(path))
        readBy.set(joinPath(reader), { path: reader, title: formatTitle(document, reader), text })
    }
  }
  return { reads: [...reads.values()], readBy: [...readBy.values()] }
}

/** Why an expression cannot be read, at its place; an empty one has no fault. */
export function syntaxFaults(text: string): NameFault[] {
  const read = text.trim() === '' ? null : parseExpression(text)
  if (!read || read.ok) return []
  const advice = adviseExpression(text, read.text).text
  const [, position] = /第 (\d+) 个字符/.exec(advice) ?? []
  const from = position === undefined ? text.trimEnd().length - 1 : Number(position) - 1
  return [{ from, to: from + 1, text: advice }]
}

/** What is wrong with an expression of the field at `path`: its syntax, or names that no field has. */
export function expressionFaults(text: string, document: JsonObject, path: FieldPath): NameFault[] {
  const read = parseExpression(text)
  if (!read.ok) return syntaxFaults(text)
  const names = declaredNames(document, path)
  return read.value.names.flatMap((name) =>
    findTarget(name, path, names) === undefined
      ? listPlaces(text, name).map((from) => ({
          from,
          to: from + name.length,
          text: `表达式里的 ${name} 不是已声明的字段`,
        }))
      : [],
  )
}

/** The positions of a name in an expression, outside of longer names. */
function listPlaces(text: string, name: string): number[] {
  const found = text.matchAll(/[A-Za-z_$][\w$]*(?:\s*\.\s*[A-Za-z_$][\w$]*)*/g)
  return [...found].filter(([word]) => word.replaceAll(/\s/g, '') === name).map(({ index }) => index)
}
