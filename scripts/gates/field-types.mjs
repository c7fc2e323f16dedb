// The gate for field types: what differs by type is asked of the contract (`runtime/schema/field-value.ts`), so no module
// outside a family contains the name of a type, except `table` and `hidden`, which every part of the core knows. Words of
// other vocabularies (SQL, HTML, expressions) are recognised by their type: a union of words, or a declaration of a
// library. A field that is written out whole, with its `key`, is a document in TypeScript and names its type.
// The tests of this gate pass another folder as the argument.

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'
import { root } from '../run.mjs'

const home = process.argv[2] ?? root
const familiesFolder = join(home, 'runtime/fields')
/** The folder for code of several families; it is no family. */
const kit = 'kit'
const coreTypes = new Set(['table', 'hidden'])

const families = readdirSync(familiesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== kit)
  .map(({ name }) => name)
const names = new Set(
  families.flatMap((family) =>
    [
      ...readFileSync(join(familiesFolder, family, 'settings.ts'), 'utf8').matchAll(
        /\bfieldType\(\s*'(\w+)'/g,
      ),
    ].map(([, name]) => name),
  ),
)
for (const name of coreTypes) names.delete(name)

const readConfig = (path) =>
  ts.getParsedCommandLineOfConfigFile(
    path,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault) => console.error(fault.messageText) },
  )
const solution = readConfig(join(home, 'tsconfig.json'))
const projects = [solution, ...(solution.projectReferences ?? []).map(({ path }) => readConfig(path))]
const fileNames = projects.flatMap((project) => project.fileNames)
// The last project sees the types of browsers and of Node, so one program reads all files.
const options = { ...projects.at(-1).options, composite: false, incremental: false, noEmit: true }
const getPath = (file) => relative(home, file).split(sep).join('/')
const isOfFamily = (path) => families.some((family) => path.startsWith(`runtime/fields/${family}/`))
/**
 * Modules that translate the field types of another language into ours, word by word: `foreign` those of other tools that a
 * document was written for, `cgform` those of online forms, whose clients send and expect `popup` or `cat_tree` too. What
 * they decide beyond a word (how a type is stored, whether it holds choices) they ask of the contract as all others do.
 */
const translators = ['runtime/schema/foreign/', 'src/server/modules/cgform/']
const isTranslator = (path) => translators.some((folder) => path.startsWith(folder))
const checked = fileNames.filter((file) => {
  const path = getPath(file)
  return /^(runtime|src|scripts)\//.test(path) && !isOfFamily(path) && !isTranslator(path)
})
const program = ts.createProgram(checked, options)
const checker = program.getTypeChecker()

const isName = (node) => ts.isStringLiteralLike(node) && names.has(node.text)
const isPlainText = (type) => type !== undefined && (type.flags & ts.TypeFlags.String) !== 0
/** Whether the type is any text, so that it may be the type of a field; a union of words is another vocabulary. */
const mayBeFieldType = (type) =>
  type !== undefined &&
  (isPlainText(type) ||
    (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0 ||
    (type.isUnion() && type.types.some(isPlainText)))

/** Whether an expression reads a field's type by its spelling: `field.type`, `type`, `String(field.type)`. */
const readsType = (node) => /(?<!\w)(type|fieldType)\)*$/.test(node.getText())
const isOfLibrary = (node) => {
  const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node)
  return (
    symbol?.declarations?.some((entry) => entry.getSourceFile().fileName.includes('/node_modules/')) ?? false
  )
}
const readsFieldType = (node) =>
  readsType(node) && mayBeFieldType(checker.getTypeAtLocation(node)) && !isOfLibrary(node)

const comparing = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken])

/** Whether a list is one of type names: each of its texts is one, and they are not the words of another vocabulary. */
function isListOfNames(list) {
  const texts = list.elements.filter(ts.isStringLiteralLike)
  if (texts.length < 2 || !texts.every((text) => names.has(text.text) || coreTypes.has(text.text)))
    return false
  const [first] = texts
  const wantedList = checker.getContextualType(list)
  if (wantedList && checker.isTupleType(wantedList)) return false
  const wanted = checker.getContextualType(first)
  return wanted === undefined || mayBeFieldType(wanted) || wanted.isStringLiteral?.() === true
}

const getKey = (property) =>
  property.name && (ts.isIdentifier(property.name) || ts.isStringLiteralLike(property.name))
    ? property.name.text
    : undefined
/** Whether an object has an entry for each of several types, by their names. */
function isTableOfTypes(object) {
  const keys = object.properties.map(getKey).filter((key) => key !== undefined)
  if (keys.length < 2 || !keys.every((key) => names.has(key) || coreTypes.has(key))) return false
  const wanted = checker.getContextualType(object)
  return (
    wanted !== undefined &&
    checker.getIndexInfosOfType(wanted).length > 0 &&
    wanted.getProperties().length === 0
  )
}

const isWholeField = (object) =>
  object.properties.some((property) => getKey(property) === 'key') &&
  object.properties.some((property) => ['title', 'type'].includes(getKey(property)))

const found = []
const note = (node, text) => {
  const file = node.getSourceFile()
  found.push(
    `${getPath(file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${text}`,
  )
}

function visit(node) {
  if (ts.isBinaryExpression(node) && comparing.has(node.operatorToken.kind)) {
    const [name, other] = isName(node.left) ? [node.left, node.right] : [node.right, node.left]
    if (isName(name) && readsFieldType(other)) note(node, `compares the name of a type: ${node.getText()}`)
  }
  if (ts.isCaseClause(node) && isName(node.expression) && readsFieldType(node.parent.parent.expression))
    note(node, `compares the name of a type: case ${node.expression.getText()}`)
  if (ts.isArrayLiteralExpression(node) && isListOfNames(node))
    note(node, `lists names of types: ${node.getText()}`)
  if (ts.isObjectLiteralExpression(node) && isTableOfTypes(node))
    note(node, 'has an entry for each of several types')
  if (ts.isPropertyAssignment(node) && getKey(node) === 'type' && !isWholeField(node.parent)) {
    const values = ts.isConditionalExpression(node.initializer)
      ? [node.initializer.whenTrue, node.initializer.whenFalse]
      : [node.initializer]
    for (const value of values)
      if (isName(value) && mayBeFieldType(checker.getContextualType(value)))
        note(node, `writes the name of a type: ${node.getText()}`)
  }
  ts.forEachChild(node, visit)
}
for (const file of program.getSourceFiles()) if (checked.includes(file.fileName)) visit(file)

for (const line of found) console.error(line)
if (names.size === 0 || checked.length === 0) console.error('no field type or no module was read')
console.log(`  ${names.size + coreTypes.size} field types, ${checked.length} modules, ${found.length} names`)
process.exit(found.length === 0 && names.size > 0 && checked.length > 0 ? 0 : 1)
