import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '#runtime/kernel/errors.ts'
import type { AnyDocumentKind } from '#runtime/schema/kinds/contract.ts'
import { documentKinds } from '#runtime/schema/kinds/index.ts'
import type { QueryDraft } from '#runtime/schema/kinds/starter.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'
import { formatDocument } from '#runtime/schema/write/format.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { checkFiles } from './check-command.ts'
import {
  filesNamed,
  formatPath,
  listFolders,
  readDocument,
  storedFiles,
  UsageError,
} from './document-files.ts'
import { buildSelect, findSource, newDocument, unmarkedTables } from './new-document.ts'
import { parseRenaming, renameInFiles } from './rename-command.ts'
import { convert, format, rewriteFiles } from './rewrite-files.ts'

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
  migrate [--check] [文件 …]       把旧格式的文档转成现在的格式 ${currentVersion}；--check 只看不改
  new [种类] 分组/名称             新建文档，写进 SCHEMAS_DIR，没有设就写进 schemas/：${kindWords}
      --screen 分组/名称           ${listNames(kindsOverScreens, '、')} 取自哪个界面，缺省是同组的第一个
      --sql "select …"             由 SQL 起草一张报表
  rename [--dry] 种类 旧名 新名      改名，用到它的文档都跟着改，数据不动；--dry 只看不改：
      rename field 分组/名称 字段 新名 明细里的写 明细.字段；rename screen|table|dict 旧名 新名
  export 分组/名称 … > 文件        把文档和它们要用的文档写成一个文件，给别的安装；设了 DATABASE_URL 就带上角色的权限和改过的菜单
  import 文件 [--dry]              导入这样的文件：先列出新的、相同、不同、占用；--dry 只看不写
      --skip 编号、--replace 编号、--rename [screen:|dict:|table:]旧名=新名   不同和占用的怎么办
      --without roles|menu、--replace-menu 编号   不要角色或菜单；这里也改过的菜单用包里的
  plan [文件 …]                    显示文档与数据库的差别
  apply [文件 …]                   执行需要确认的数据库改动
  rebuild                         重新计算各界面的汇总（rollup）
  ledger verify|rebuild           查各本账的余额是不是各笔的合计；按各笔重算余额`

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
  const documents = storedFiles().flatMap(({ path }) => {
    const parsed = readDocument(path)
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
  const problems = getDocumentCheck()(document, {
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
  const files = storedFiles().map((file) => ({ ...file, parsed: readDocument(file.path) }))
  return renameInFiles(files, renaming, isDry)
}

/** The paths of the files of these names; without names those that a server loads, without templates. */
const installedFiles = (names: string[]): string[] =>
  (names.length === 0 ? storedFiles() : filesNamed(names)).map(({ path }) => path)

async function plan(command: 'plan' | 'apply', names: string[]): Promise<number> {
  const files = installedFiles(names)
  const { runPlanCommand } = await import('#server/documents/plan-command.ts')
  const { application } = await import('#server/app/application.ts')
  return runPlanCommand(command, files, { registeredNames, migrations: application.migrations })
}

async function packages(command: 'export' | 'import', words: string[]): Promise<number> {
  const { exportPackage, importPackage } = await import('./package-command.ts')
  return await (command === 'export' ? exportPackage : importPackage)(words)
}

async function rebuild(): Promise<number> {
  const { runRebuildCommand } = await import('#server/modules/rollup/command.ts')
  const { application } = await import('#server/app/application.ts')
  return runRebuildCommand(application)
}

async function ledger([command]: string[]): Promise<number> {
  if (command !== 'verify' && command !== 'rebuild') throw new UsageError('ledger 后面写 verify 或 rebuild')
  const { runLedgerCommand } = await import('#server/app/ledger-command.ts')
  return await runLedgerCommand(command)
}

async function tryOut(names: string[]): Promise<number> {
  const { runTrialCommand } = await import('#server/app/trial-command.ts')
  return await runTrialCommand(installedFiles(names))
}

async function run([command, ...rest]: string[]): Promise<number> {
  if (command === 'check') {
    const isFlag = (word: string) => word.startsWith('--')
    const flags = rest.filter((word) => isFlag(word) && word !== '--fix' && word !== '--try')
    if (flags.length > 0) throw new UsageError(`不认识的选项 ${flags.join(' ')}`)
    const names = rest.filter((word) => !isFlag(word))
    const code = await checkFiles(names, rest.includes('--fix'))
    return code === 0 && rest.includes('--try') ? await tryOut(names) : code
  }
  if (command === 'format') return rewriteFiles(rest, format)
  if (command === 'migrate') return rewriteFiles(rest, convert)
  if (command === 'new') return create(rest)
  if (command === 'rename') return renameNames(rest)
  if (command === 'export' || command === 'import') return await packages(command, rest)
  if (command === 'rebuild') return rebuild()
  if (command === 'ledger') return await ledger(rest)
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
