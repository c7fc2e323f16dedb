import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '#runtime/kernel/errors.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import type { AnyDocumentKind } from '#runtime/schema/kinds/contract.ts'
import { documentKinds } from '#runtime/schema/kinds/index.ts'
import type { QueryDraft } from '#runtime/schema/kinds/starter.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'
import { formatDocument } from '#runtime/schema/write/format.ts'
import { type ParsedDocument, parseBytes } from '#runtime/schema/write/parse-json.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { countUnchecked } from '#server/documents/check/addresses.ts'
import { createDocumentCheck, documentWarnings } from '#server/documents/document-checker.ts'
import { nameFault, pathsIn } from '#server/documents/library/files.ts'
import { listSchemaFolders } from '#server/platform/config.ts'
import { fixDocument } from './document-fixes.ts'
import { buildSelect, findSource, newDocument, unmarkedTables } from './new-document.ts'
import { parseRenaming, renameInFiles } from './rename-command.ts'

const listNames = (kinds: readonly AnyDocumentKind[], separator: string): string =>
  kinds.map(({ name }) => name).join(separator)
const kindsOverScreens = documentKinds.filter(({ starter }) => starter.needsSource)
const [defaultKind] = documentKinds
const kindWords = documentKinds
  .map(({ name }) => (name === defaultKind?.name ? `${name}（缺省）` : name))
  .join('、')

const usage = `用法：npm run documents -- <命令>
  check [--fix] [--try] [文件或文件夹 …]   检查文档；不写文件时检查 schemas/ 和 SCHEMAS_DIR 里的全部文档；--fix 改正能改的；
      --try 没有错误时再在内置的数据库里试运行，不留下什么
  format [--check] [文件 …]        按统一写法改写文档；--check 只看不改
  new [种类] 分组/名称             新建文档，写进 SCHEMAS_DIR，没有设就写进 schemas/：${kindWords}
      --screen 分组/名称           ${listNames(kindsOverScreens, '、')} 取自哪个界面，缺省是同组的第一个
      --sql "select …"             由 SQL 起草一张报表
  rename [--dry] 种类 旧名 新名      改名，用到它的文档都跟着改，数据不动；--dry 只看不改：
      rename field 分组/名称 字段 新名 明细里的写 明细.字段；rename screen|table|dict 旧名 新名
  plan [文件 …]                    显示文档与数据库的差别
  apply [文件 …]                   执行需要确认的数据库改动
  rebuild                         重新计算各界面的汇总（rollup）`

class UsageError extends Error {}

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The folders of documents, as the server reads them. */
const listFolders = () => listSchemaFolders(process.env, root)
/** npm changes to the project's folder; names on the command line are relative to the folder of the user's shell. */
const callerFolder = () => process.env.INIT_CWD ?? process.cwd()

interface File {
  /** The name on the command line. */
  name: string
  path: string
}

/** A path as it is printed: relative to the project's folder where it is inside. */
const formatPath = (path: string): string =>
  relative(root, path).startsWith('..') ? path : relative(root, path)

const stored = (): File[] =>
  listFolders()
    .flatMap((folder) => [...pathsIn(folder)])
    .map((path) => ({ path, name: formatPath(path) }))

function filesNamed(names: string[]): File[] {
  if (names.length === 0) return stored()
  return names.flatMap((name) => {
    const path = [resolve(callerFolder(), name), resolve(root, name)].find((candidate) =>
      existsSync(candidate),
    )
    if (!path) throw new UsageError(`找不到文件 ${name}`)
    if (!statSync(path).isDirectory()) return { name, path }
    return [...pathsIn(path)].map((inner) => ({ name: join(name, relative(path, inner)), path: inner }))
  })
}

/** The id that follows from a file's path in a documents folder. */
function expectedId(path: string): string | undefined {
  const place = listFolders()
    .map((folder) => relative(folder, path))
    .find((candidate) => !candidate.startsWith('..') && !isAbsolute(candidate))
  return place
    ?.replace(/\.json$/, '')
    .split(sep)
    .join('/')
}

/** Parses a file; one in a documents folder has to have the name of a document. */
function read(path: string): ParsedDocument {
  const id = expectedId(path)
  const fault = id?.includes('/') ? nameFault(id, path) : null
  return fault ? { problem: fault } : parseBytes(readFileSync(path))
}

function check(names: string[], isFixing: boolean): number {
  const files = filesNamed(names)
  const texts = files.map((file) => ({ ...file, parsed: read(file.path) }))
  const readJson = (parsed: ReturnType<typeof read>) => ('json' in parsed ? [parsed.json] : [])
  const paths = new Set(files.map((file) => file.path))
  const others = stored().filter((file) => !paths.has(file.path))
  const documents = [...others.map((file) => read(file.path)), ...texts.map((text) => text.parsed)].flatMap(
    readJson,
  )
  const knownNames = collectKnown(documents, registeredNames)
  const checkDocument = createDocumentCheck()
  let count = 0
  let warnings = 0
  const unchecked = { calls: 0, rules: 0 }
  for (const { name, path, parsed: written } of texts) {
    const listProblems = (json: unknown) => checkDocument(json, { knownNames, expectedId: expectedId(path) })
    const fixed = isFixing && 'json' in written ? fixDocument(written.json, listProblems) : { count: 0 }
    const parsed = 'document' in fixed && fixed.count > 0 ? { json: fixed.document } : written
    if (fixed.count > 0 && 'json' in parsed) {
      writeFileSync(path, formatDocument(parsed.json))
      console.log(`${name} 改正了 ${fixed.count} 处`)
    }
    const problems: Problem[] = 'json' in parsed ? listProblems(parsed.json) : [parsed.problem]
    for (const { path: pointer, code, text } of problems) console.log(`${name}#${pointer} ${code} ${text}`)
    count += problems.length
    if (problems.length > 0 || !('json' in parsed)) continue
    const found = documentWarnings(parsed.json, knownNames)
    for (const { path: pointer, code, text } of found) console.log(`${name}#${pointer} ${code} 提醒：${text}`)
    warnings += found.length
    const { calls, rules } = countUnchecked(isJsonObject(parsed.json) ? parsed.json : {})
    unchecked.calls += calls
    unchecked.rules += rules
  }
  if (unchecked.calls + unchecked.rules > 0)
    console.log(
      `没有查：${unchecked.calls} 处接口地址和 ${unchecked.rules} 处编码规则，由服务器在装载和发布时查，写进它的日志和设计器的提醒`,
    )
  const places = names.length > 0 ? '' : ` of ${listFolders().map(formatPath).join(' and ')}`
  const warned = warnings > 0 ? ` and ${warnings} warnings` : ''
  console.log(`${count} problems${warned} in ${files.length} files${places}`)
  return count === 0 ? 0 : 1
}

function format(names: string[]): number {
  const onlyCheck = names.includes('--check')
  const flags = names.filter((name) => name.startsWith('--') && name !== '--check')
  if (flags.length > 0) throw new UsageError(`不认识的选项 ${flags.join(' ')}`)
  let failed = false
  for (const { name, path } of filesNamed(names.filter((argument) => argument !== '--check'))) {
    const before = readFileSync(path, 'utf8')
    const parsed = read(path)
    if (!('json' in parsed)) {
      console.error(`${name}#${parsed.problem.path} ${parsed.problem.code} ${parsed.problem.text}`)
      failed = true
      continue
    }
    const after = formatDocument(parsed.json)
    if (after === before) continue
    console.log(
      onlyCheck ? `${name} 写法不统一，请运行 npm run documents -- format ${name}` : `已改写 ${name}`,
    )
    if (onlyCheck) failed = true
    else writeFileSync(path, after)
  }
  return failed ? 1 : 0
}

/** The value after an option, and the other words. */
function takeOption(words: readonly string[], option: string): [value: string | undefined, rest: string[]] {
  const at = words.indexOf(option)
  if (at < 0) return [undefined, [...words]]
  const value = words[at + 1]
  if (!value) throw new UsageError(`${option} 后面要写内容`)
  return [value, words.filter((_, index) => index !== at && index !== at + 1)]
}

async function create(words: string[]): Promise<number> {
  const [sql, withoutSql] = takeOption(words, '--sql')
  const [screen, names] = takeOption(withoutSql, '--screen')
  const named = documentKinds.find(({ name }) => name === names[0])
  const draftedKind = documentKinds.find(({ starter }) => starter.needsDraft)
  const kind = named ?? (sql === undefined ? defaultKind : draftedKind)
  const [id = '', ...rest] = named ? names.slice(1) : names
  if (!kind || !/^[a-z][a-z0-9-]{0,39}\/[a-z][a-z0-9_-]{0,59}$/.test(id) || rest.length > 0) {
    throw new UsageError(
      `new 的写法是 new [${listNames(documentKinds, '|')}] 分组/名称，名称只用小写字母、数字和连字符`,
    )
  }
  const { needsDraft = false, needsSource = false } = kind.starter
  if (sql !== undefined && !needsDraft) throw new UsageError(`--sql 只用于 new ${draftedKind?.name}`)
  const places = listFolders().map((folder) => join(folder, `${id}.json`))
  const existing = places.find((place) => existsSync(place))
  if (existing) {
    console.error(`${formatPath(existing)} 已存在`)
    return 1
  }
  const path = places.at(-1) ?? ''
  const documents = stored().flatMap(({ path }) => {
    const parsed = read(path)
    return 'json' in parsed ? [parsed.json] : []
  })
  const knownNames = collectKnown(documents, registeredNames)
  const source = findSource(knownNames, id, screen)
  if (!source && (screen !== undefined || needsSource) && sql === undefined) {
    console.error(screen === undefined ? '还没有界面文档，请先 new screen' : `没有界面「${screen}」`)
    return 1
  }
  let document: object
  try {
    const select = sql ?? (source ? buildSelect(source) : '')
    const draft = needsDraft ? await draftQuery(knownNames, select) : undefined
    document = newDocument(kind, id, knownNames, source, draft)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(error.text)
    return 1
  }
  const problems = createDocumentCheck()(document, {
    knownNames: collectKnown([...documents, document], registeredNames),
    expectedId: id,
  })
  if (problems.length > 0) {
    for (const { path: pointer, code, text } of problems)
      console.error(`${formatPath(path)}#${pointer} ${code} ${text}`)
    return 1
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, formatDocument(document))
  console.log(`已新建 ${formatPath(path)}`)
  return 0
}

async function draftQuery(knownNames: KnownNames, sql: string): Promise<QueryDraft> {
  const { buildDraft: buildReportDraft, checkSql } = await import('#server/reports/draft.ts')
  const draft = buildReportDraft(checkSql(sql, knownNames.columns), knownNames.columns)
  for (const table of unmarkedTables(sql, draft.tables, knownNames.columns))
    console.log(`提醒：表 ${table} 的删除只作标记，要去掉已删除的记录，SQL 里请写 del_flag = 0`)
  return { sql, ...draft }
}

function renameNames(words: string[]): number {
  const isDry = words.includes('--dry')
  const renaming = parseRenaming(words.filter((word) => word !== '--dry'))
  if (!renaming)
    throw new UsageError(
      'rename 的写法是 rename field 分组/名称 字段 新名，或 rename screen|table|dict 旧名 新名',
    )
  const files = stored().map((file) => ({ ...file, parsed: read(file.path) }))
  return renameInFiles(files, renaming, isDry)
}

async function plan(command: 'plan' | 'apply', names: string[]): Promise<number> {
  const files = filesNamed(names).map((file) => file.path)
  const { runPlanCommand } = await import('#server/documents/plan-command.ts')
  const { application } = await import('#server/app/application.ts')
  return runPlanCommand(command, files, { registeredNames, migrations: application.migrations })
}

async function rebuild(): Promise<number> {
  const { runRebuildCommand } = await import('#server/modules/rollup/command.ts')
  const { application } = await import('#server/app/application.ts')
  return runRebuildCommand(application)
}

async function tryOut(names: string[]): Promise<number> {
  const { runTrialCommand } = await import('#server/app/trial-command.ts')
  return await runTrialCommand(filesNamed(names).map((file) => file.path))
}

async function run([command, ...rest]: string[]): Promise<number> {
  if (command === 'check') {
    const isFlag = (word: string) => word.startsWith('--')
    const flags = rest.filter((word) => isFlag(word) && word !== '--fix' && word !== '--try')
    if (flags.length > 0) throw new UsageError(`不认识的选项 ${flags.join(' ')}`)
    const names = rest.filter((word) => !isFlag(word))
    const code = check(names, rest.includes('--fix'))
    return code === 0 && rest.includes('--try') ? await tryOut(names) : code
  }
  if (command === 'format') return format(rest)
  if (command === 'new') return create(rest)
  if (command === 'rename') return renameNames(rest)
  if (command === 'rebuild') return rebuild()
  if (command === 'plan' || command === 'apply') return plan(command, rest)
  throw new UsageError(command === undefined ? '请写命令' : `没有命令 ${command}`)
}

/** Runs one command with its arguments; returns the exit code. */
export async function runDocuments(words: string[]): Promise<number> {
  try {
    return await run(words)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`${error.message}\n${usage}`)
    return 2
  }
}
