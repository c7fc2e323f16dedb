import { toPlain } from '#runtime/kernel/decimal.ts'
import { walkNodes } from '#runtime/kernel/expression/walk.ts'
import type { Expression, Node } from '#runtime/kernel/expression.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { FieldValues } from '../../field-value.ts'
import type { KnownNames } from '../../names/known-names.ts'
import type { Path, Report } from '../report.ts'
import { findChoices } from '../values/choices.ts'
import { checkUserText, namedUserKey } from '../values/user-values.ts'
import { literalFault, meantValue } from './literal.ts'

/** A name and a literal that an expression compares for being equal. */
interface Comparison {
  name: readonly string[]
  literal: string
}

function readLiteral(node: Node): string | undefined {
  if (node.kind !== 'literal' || node.value === null || typeof node.value === 'boolean') return undefined
  return typeof node.value === 'object' ? String(toPlain(node.value)) : String(node.value)
}

function* listComparisons(root: Node): Generator<Comparison> {
  for (const node of walkNodes(root)) {
    if (node.kind !== 'binary' || !['==', '!=', 'in'].includes(node.operator)) continue
    const { left, right } = node
    const [named, compared] = left.kind === 'name' ? [left, right] : [right, left]
    if (named.kind !== 'name') continue
    for (const item of compared.kind === 'list' ? compared.items : [compared]) {
      const literal = readLiteral(item)
      if (literal !== undefined) yield { name: named.path, literal }
    }
  }
}

/**
 * Reports what an expression compares in vain: a value that a choice does not have, such as its text, and the name of
 * a value of the user in quotes.
 */
export function checkComparedLiterals(
  context: { types: FieldValues; knownNames: KnownNames; report: Report },
  path: Path,
  { node }: Expression,
  findField: (name: readonly string[]) => JsonObject | undefined,
): void {
  const quoted = [...walkNodes(node)].map(readLiteral).find((text) => namedUserKey(text) !== undefined)
  checkUserText(context.report, path, quoted, '')
  for (const { name, literal } of listComparisons(node)) {
    const field = findField(name)
    if (!field || literalFault(context, field, literal)?.code !== 'dict') continue
    const value = meantValue(context, field, literal)
    const text =
      value === undefined
        ? `字段「${String(field.key)}」没有值「${literal}」，条件总是不成立`
        : `「${literal}」是字段「${String(field.key)}」的值 ${String(value)} 的文字，条件总是不成立，请写 '${String(value)}'`
    const words =
      value === undefined
        ? { word: literal, words: findChoices(field, context.knownNames)?.keys() ?? [] }
        : {}
    context.report(path, { code: 'BAD_EXPRESSION', text, ...words })
    return
  }
}
