import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

// The client decides by codes (`error.code`, `error.reason`) and never by the text of a message: texts are for people.
const root = join(import.meta.dirname, '../..')

/** Functions that return the message of an error. */
const messageFunctions: readonly string[] = ['errorMessage', 'noticeText', 'textToShow']
const textMethods: readonly string[] = [
  'endsWith',
  'includes',
  'indexOf',
  'match',
  'matchAll',
  'search',
  'startsWith',
]
const comparisons: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]
/** A source without these words has no decision. */
const mayDecide = new RegExp(`\\.(?:message|text)\\b|${messageFunctions.join('|')}`)
const han = /\p{Script=Han}/u

const isMessage = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node)
    ? node.name.text === 'message'
    : ts.isCallExpression(node) && messageFunctions.includes(node.expression.getText())
const isHanText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) && han.test(node.text)
const isTextProperty = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === 'text'
/** A comparison with one of these checks that there is a message. */
const isAbsence = (node: ts.Node): boolean => ["''", 'null', 'undefined'].includes(node.getText())

/** A pair of operands of which one is a message, or the text of an error beside Chinese characters. */
const isDecision = (left: ts.Node, right: ts.Node): boolean =>
  (isMessage(left) && !isAbsence(right)) || (isTextProperty(left) && isHanText(right))

function decides(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node) && comparisons.includes(node.operatorToken.kind)) {
    return isDecision(node.left, node.right) || isDecision(node.right, node.left)
  }
  if (ts.isSwitchStatement(node)) return isMessage(node.expression)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression: receiver } = node.expression
  const [argument] = node.arguments
  if (!argument) return false
  if (textMethods.includes(name.text)) return isDecision(receiver, argument)
  return ['exec', 'test'].includes(name.text) && isMessage(argument)
}

/** The sources of the decisions of one file by the text of a message. */
function readDecisions(file: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (decides(node)) found.push(ts.isSwitchStatement(node) ? node.expression.getText() : node.getText())
    ts.forEachChild(node, visit)
  }
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind))
  return found
}

/** Decisions that have no code to decide by; with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'runtime/host/chunks.ts': 'a browser reports a failed import by a message alone',
}

describe('the client', () => {
  const files = ['runtime', 'src/client', 'src/app', 'src/views']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        `${folder}/${name}`.replaceAll('\\', '/'),
      ),
    )
    .filter((name) => /\.tsx?$/.test(name))

  it('decides by no text of a message', () => {
    const found = files.flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      if (!mayDecide.test(source)) return []
      return readDecisions(file, source).map((decision) => ({ file, decision }))
    })
    expect(found.filter(({ file }) => !Object.hasOwn(exceptions, file))).toEqual([])
    expect([...new Set(found.map(({ file }) => file))]).toEqual(Object.keys(exceptions))
    expect(files.length).toBeGreaterThan(500)
  })
})

describe('the reader of decisions', () => {
  it.each([
    "error.message === '未找到'",
    'answer.error?.message != text',
    "'未找到' === error.message",
    "errorMessage(error) === errorText('NO_ENTITY')",
    "error.message.includes('验证')",
    "mark.text.includes('验证')",
    "mark.text === '验证'",
    '/验证/.test(error.message)',
    'pattern.exec(errorMessage(error))',
    'error.message.match(pattern)',
  ])('finds %s', (source) => {
    expect(readDecisions('one.ts', source)).toEqual([source])
  })

  it('finds a switch over a message', () => {
    expect(readDecisions('one.ts', 'switch (error.message) {}')).toEqual(['error.message'])
  })

  it.each([
    "body.message !== ''",
    'answer.message === undefined',
    "typeof body.message === 'string'",
    "error.reason === 'NO_ENTITY'",
    'items.find((item) => item.text === name)',
    "name.includes('验证')",
  ])('passes %s', (source) => {
    expect(readDecisions('one.ts', source)).toEqual([])
  })
})
