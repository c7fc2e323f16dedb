// The gate for the names of field types and document kinds: what differs by them is asked of their contracts
// (`runtime/schema/field-value.ts`, `runtime/schema/kind-plan.ts`), so no other module compares or lists the names,
// except those of `table` and `hidden`, which every part of the core knows. Words of other vocabularies (SQL, HTML,
// expressions) are recognised by their type: a union of other words, or a declaration of a library. A document, and a
// field with its `key`, may be written out whole in TypeScript and then names its kind or type.
// What settings a type has is said by the shapes of its family alone: the settings of `FieldOf`, `ControlProps` and the
// like, and what a field is asserted to be, have no property that another interface or type declares.
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

const listFolders = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
const readPlan = (folder) => readFileSync(join(home, kindsFolder, folder, 'plan.ts'), 'utf8')
const families = listFolders(familiesFolder).filter((name) => name !== kit)
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

const kindsFolder = 'runtime/schema/kinds'
const kindNames = new Set(
  listFolders(join(home, kindsFolder)).flatMap((folder) =>
    [...readPlan(folder).matchAll(/\bdefineKindPlan\(\{\s*name: '(\w+)'/g)].map(([, name]) => name),
  ),
)
/** Each kind may name itself in its folder, and in its file of the server. */
const isOfKind = (path, name) =>
  path.startsWith(`${kindsFolder}/${name}/`) || path === `src/server/documents/kinds/${name}.ts`

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
const checked = fileNames.filter((file) => /^(runtime|src|scripts)\//.test(getPath(file)))
const program = ts.createProgram(checked, options)
const checker = program.getTypeChecker()

const isPlainText = (type) => type !== undefined && (type.flags & ts.TypeFlags.String) !== 0
/** Whether a type is any text; a union of words is another vocabulary. */
const isAnyText = (type) =>
  type !== undefined &&
  (isPlainText(type) ||
    (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0 ||
    (type.isUnion() && type.types.some(isPlainText)))
/** Whether a type is a word of the kinds, or several of them. */
const isOfKindNames = (type) =>
  type !== undefined &&
  (type.isUnion() ? type.types : [type]).every(
    (member) => (member.flags & ts.TypeFlags.Undefined) !== 0 || kindNames.has(member.value),
  )

/**
 * The two vocabularies. `reads` is how an expression that reads such a name ends: `field.type`, `String(field.type)`;
 * `mayBe` is whether a value of a TypeScript type may be such a name.
 */
const vocabularies = [
  {
    word: 'type',
    names,
    listed: new Set([...names, ...coreTypes]),
    reads: /(?<!\w)(type|fieldType)\)*$/,
    mayBe: isAnyText,
    isHome: (path) => isOfFamily(path) || isTranslator(path),
  },
  {
    word: 'kind',
    names: kindNames,
    listed: kindNames,
    reads: /(?<!\w)kind['"`\])]*$/,
    mayBe: (type) => isAnyText(type) || isOfKindNames(type),
    isHome: isOfKind,
  },
]

const isName = (node, { names: words }) => ts.isStringLiteralLike(node) && words.has(node.text)
const isOfLibrary = (node) => {
  const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node)
  return (
    symbol?.declarations?.some((entry) => entry.getSourceFile().fileName.includes('/node_modules/')) ?? false
  )
}
const readsName = (node, { reads, mayBe }) =>
  reads.test(node.getText()) && mayBe(checker.getTypeAtLocation(node)) && !isOfLibrary(node)

const comparing = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

/** Whether a list is one of names: each of its texts is one, and they are not the words of another vocabulary. */
function isListOfNames(list, { listed, mayBe }) {
  const texts = list.elements.filter(ts.isStringLiteralLike)
  if (texts.length < 2 || !texts.every((text) => listed.has(text.text))) return false
  const [first] = texts
  const wantedList = checker.getContextualType(list)
  if (wantedList && checker.isTupleType(wantedList)) return false
  const wanted = checker.getContextualType(first)
  return wanted === undefined || mayBe(wanted) || wanted.isStringLiteral?.() === true
}

const getKey = (property) =>
  property.name && (ts.isIdentifier(property.name) || ts.isStringLiteralLike(property.name))
    ? property.name.text
    : undefined
/** Whether an object has an entry for each of several names. */
function isTableOfNames(object, { listed }) {
  const keys = object.properties.map(getKey).filter((key) => key !== undefined)
  if (keys.length < 2 || !keys.every((key) => listed.has(key))) return false
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

function visitName(node, path, vocabulary) {
  const { word, isHome, mayBe } = vocabulary
  const noteName = (name, text) => {
    if (!isHome(path, name.text)) note(node, `${text}: ${node.getText()}`)
  }
  if (ts.isBinaryExpression(node) && comparing.has(node.operatorToken.kind)) {
    const [name, other] = isName(node.left, vocabulary) ? [node.left, node.right] : [node.right, node.left]
    if (isName(name, vocabulary) && readsName(other, vocabulary))
      noteName(name, `compares the name of a ${word}`)
  }
  if (ts.isCaseClause(node) && isName(node.expression, vocabulary)) {
    if (readsName(node.parent.parent.expression, vocabulary))
      noteName(node.expression, `compares the name of a ${word}`)
  }
  if (ts.isArrayLiteralExpression(node) && !isHome(path) && isListOfNames(node, vocabulary))
    note(node, `lists names of ${word}s: ${node.getText()}`)
  if (ts.isObjectLiteralExpression(node) && !isHome(path) && isTableOfNames(node, vocabulary))
    note(node, `has an entry for each of several ${word}s`)
  // The kind of a document that is written out whole is part of it.
  if (
    word === 'type' &&
    ts.isPropertyAssignment(node) &&
    getKey(node) === word &&
    !isWholeField(node.parent)
  ) {
    const values = ts.isConditionalExpression(node.initializer)
      ? [node.initializer.whenTrue, node.initializer.whenFalse]
      : [node.initializer]
    for (const value of values)
      if (isName(value, vocabulary) && mayBe(checker.getContextualType(value)))
        noteName(value, 'writes the name of a type')
  }
}

function visit(node, path) {
  for (const vocabulary of vocabularies) visitName(node, path, vocabulary)
  ts.forEachChild(node, (child) => visit(child, path))
}

/** Where the settings of a type stand among the arguments of a generic type. */
const settingsArguments = new Map([
  ['FieldOf', 0],
  ['RowPickerProps', 0],
  ...['FieldValue', 'FieldViews', 'FieldType', 'CellProps', 'ControlProps'].map((name) => [name, 1]),
])
const isShape = (path) =>
  path.startsWith('runtime/schema/language/') || /^runtime\/fields\/\w+\/settings\.ts$/.test(path)
/** The columns of a detail table are fields of any type: their type contains that of the table itself. */
const isRecursive = (name, path) => name === 'fields' && path === 'runtime/schema/types.ts'
/** The settings of a type that something else than a shape declares. */
const listRepeated = (type) =>
  checker.getPropertiesOfType(type).flatMap(({ name, declarations = [] }) => {
    const paths = declarations.map((entry) => getPath(entry.getSourceFile().fileName))
    return name === 'type' || paths.every((path) => isShape(path) || isRecursive(name, path)) ? [] : [name]
  })
const isField = (type) =>
  ['key', 'type', 'validateRules'].every((name) => checker.getPropertyOfType(type, name) !== undefined)

let settingsTypes = 0
function visitSettings(node) {
  const at = ts.isTypeReferenceNode(node) ? settingsArguments.get(node.typeName.getText()) : undefined
  const isOfField =
    ts.isAsExpression(node) && isField(checker.getNonNullableType(checker.getTypeAtLocation(node.expression)))
  const settings = isOfField ? node.type : at === undefined ? undefined : node.typeArguments?.[at]
  if (settings) {
    settingsTypes++
    for (const name of listRepeated(checker.getTypeFromTypeNode(settings)))
      note(settings, `declares the setting ${name} besides its shape`)
  }
  ts.forEachChild(node, visitSettings)
}

for (const file of program.getSourceFiles()) {
  if (!checked.includes(file.fileName)) continue
  visit(file, getPath(file.fileName))
  visitSettings(file)
}

for (const line of found) console.error(line)
const isRead = names.size > 0 && kindNames.size > 0 && checked.length > 0 && settingsTypes > 0
if (!isRead) console.error('no field type, no document kind, no module or no type of settings was read')
console.log(
  `  ${names.size + coreTypes.size} field types, ${kindNames.size} kinds, ${checked.length} modules, ${settingsTypes} types of settings, ${found.length} faults`,
)
process.exit(found.length === 0 && isRead ? 0 : 1)
