// The vocabulary gate: names say what they are, and comments, test titles and documentation use terms in place of
// metaphors and pronouns. The tests of this gate pass another folder as the argument.
import { readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import ts from 'typescript'
import { listFiles, root } from '../run.mjs'

/** Participles and pronouns that name no value; the program declares nothing under them. */
const undeclarable = new Set([
  ...['asked', 'said', 'given', 'shown', 'held', 'kept', 'known', 'own', 'whose', 'it', 'one'],
  ...['what', 'none', 'here', 'there', 'asks', 'says'],
])
/** Keywords of documents among these words: a type may have a property of that name. */
const keywords = new Set(['own'])
/** Words of JSON Schema, which functions that build a schema have for names. */
const schemaWords = new Set(['anyOf', 'allOf', 'oneOf'])
const declaringFolders = /^(runtime|src|scripts)\//

/** Limits and defaults that begin with an adjective; constants are MAX_, MIN_ or DEFAULT_. */
const adjective = /^(?:export )?const (most|least|usual|longest|widest|deepest|fewest)([A-Z]\w*)?\b/

/** Words of prose: metaphors and pronouns in place of terms. */
const prose = /\b(whoever|whatever comes|hears of|is told|tells? of|at rest|clash(?:es)?|one[’']s own)\b/i

/** Chinese text between the quotes of other styles: the interface quotes names with 「」 and works with 《》. */
const otherQuotes = /“[^“”]*\p{Script=Han}[^“”]*”/u
const interfaceFolders = /^(runtime|src|scripts|schemas)\//

const isCode = (file) => ['.ts', '.tsx', '.mjs'].includes(extname(file))
const home = process.argv[2] ?? root
const isDocument = (file) => relative(home, file).startsWith('schemas/')
const skipped = /(^|\/)(node_modules|peers|fixtures|pictures|migrations)\//
const files = ['runtime', 'src', 'tests', 'scripts', 'schemas', 'docs', 'README.md']
  .flatMap((part) => (part.endsWith('.md') ? [join(home, part)] : listFiles(join(home, part))))
  .filter((file) => isCode(file) || extname(file) === '.md' || isDocument(file))
  .filter((file) => !skipped.test(relative(home, file)))

/** Comments and test titles of a line, or the whole line of a document. */
function getProse(file, line) {
  if (!isCode(file)) return line
  const comment = /(?:^\s*\/?\*+|(?:^|\s)\/\/)\s?(.*)$/.exec(line)?.[1] ?? ''
  const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])(.+?)\1/.exec(line)?.[2] ?? ''
  return `${comment} ${title}`
}

/** Functions are verbs: those whose name ends in Of. */
function unverbalNames(node) {
  const isFunction =
    ts.isFunctionDeclaration(node) ||
    (ts.isVariableDeclaration(node) &&
      node.initializer !== undefined &&
      (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer)))
  const name = isFunction && node.name && ts.isIdentifier(node.name) ? [node.name] : []
  const nested = []
  ts.forEachChild(node, (child) => void nested.push(...unverbalNames(child)))
  return [...name.filter(({ text }) => /[a-z]Of$/.test(text) && !schemaWords.has(text)), ...nested]
}

/** The identifiers under a node that declare a variable, function, type, parameter or property. */
function declaredNames(node) {
  const isProperty =
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node)
  const isVariable =
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node)
  const declared = (isProperty || isVariable) && node.name && ts.isIdentifier(node.name) ? [node.name] : []
  const named = declared.filter(({ text }) => undeclarable.has(text) && !(isProperty && keywords.has(text)))
  const nested = []
  ts.forEachChild(node, (child) => void nested.push(...declaredNames(child)))
  return [...named, ...nested]
}

let faults = 0
const report = (file, index, text) => {
  faults += 1
  console.error(`${relative(home, file)}:${index + 1} ${text}`)
}
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  if (isCode(file)) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
    for (const name of unverbalNames(source)) {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart(source))
      report(file, line, `${name.text} is no verb: readX, findX, listX, buildX, formatX …`)
    }
    const names = declaringFolders.test(relative(home, file)) ? declaredNames(source) : []
    for (const name of names) {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart(source))
      report(file, line, `${name.text} names no value; use a noun of docs/glossary.md, or a verb`)
    }
  }
  text.split('\n').forEach((line, index) => {
    const code = isCode(file) ? line.replace(/(^\s*\/?\*+|\/\/).*$/, '') : ''
    const quoted = interfaceFolders.test(relative(home, file)) ? otherQuotes.exec(line)?.[0] : undefined
    if (quoted) report(file, index, `${quoted} is quoted with 「」, or with 《》 if it is a work`)
    const limit = adjective.exec(code)
    if (limit)
      report(file, index, `${limit[1]}${limit[2] ?? ''} is a limit or default: MAX_, MIN_ or DEFAULT_`)
    const word = prose.exec(getProse(file, line))?.[0]
    if (word) report(file, index, `"${word}" is no term of docs/glossary.md`)
  })
}
if (files.length === 0) faults += 1
console.log(`  ${files.length} files, ${faults} faults`)
process.exit(faults === 0 ? 0 : 1)
