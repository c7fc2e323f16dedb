import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { buildPackage, readPackage } from '#runtime/schema/package/package-file.ts'
import type { PackageParts } from '#runtime/schema/package/package-parts.ts'
import type { PackageRenaming } from '#runtime/schema/package/rename-package.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { formatDocument } from '#runtime/schema/write/format.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { collectEntries, readProduct } from '#server/modules/design/package/export-package.ts'
import {
  comparePackage,
  type PackageChoice,
  type PackageChoices,
  type PackedDocument,
} from '#server/modules/design/package/plan-package.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import {
  callerFolder,
  formatPath,
  listFolders,
  readDocument,
  root,
  storedFiles,
  UsageError,
} from './document-files.ts'

/** The documents of the folders by their ids, with their files. */
function readStored(): Map<string, { path: string; json: JsonObject }> {
  const stored = new Map<string, { path: string; json: JsonObject }>()
  for (const { path } of storedFiles()) {
    const parsed = readDocument(path)
    if ('json' in parsed && isJsonObject(parsed.json))
      stored.set(String(parsed.json.id), { path, json: parsed.json })
  }
  return stored
}

const nouns = {
  dict: '字典',
  picker: '选择器',
  document: '文档',
  role: '角色',
  dataSource: '数据源',
} as const

/** The settings, where they name a database; the embedded one belongs to its server. */
function findDatabase(): Config | undefined {
  const config = readConfig(process.env)
  return config.databaseUrl === undefined ? undefined : config
}

const readParts = async (config: Config, ids: readonly string[]): Promise<PackageParts> =>
  (await import('#server/app/package-command.ts')).readDatabaseParts(config, ids)

/**
 * Prints the package of documents with all that they need, without those of the application itself, and with what
 * administrators have set for them in the database of the settings. Exit code.
 */
export async function exportPackage(ids: readonly string[]): Promise<number> {
  if (ids.length === 0 || ids.some((id) => id.startsWith('-')))
    throw new UsageError('export 的写法是 export 分组/名称 … > 文件')
  const stored = readStored()
  const unknown = ids.filter((id) => !stored.has(id))
  if (unknown.length > 0) {
    console.error(`没有文档 ${unknown.join('、')}，请检查编号`)
    return 1
  }
  const documents = new Map([...stored].map(([id, { json }]) => [id, migrate(json).document as JsonObject]))
  const entries = collectEntries(documents, registeredNames, ids)
  const isPacked = (id: string, isSystem: boolean) => ids.includes(id) || !isSystem
  const packed = entries.documents.filter(({ id, isSystem }) => isPacked(id, isSystem))
  const bodies = packed.flatMap(({ id }): JsonObject[] => {
    const body = documents.get(id)
    return body ? [body] : []
  })
  const database = findDatabase()
  const packedIds = packed.map(({ id }) => id)
  const parts = database ? await readParts(database, packedIds) : null
  console.log(JSON.stringify(buildPackage(bodies, readProduct({ root }), parts ?? {}), null, 2))
  for (const { id, neededBy } of packed)
    console.error(neededBy.length > 0 ? `  ${id}（${neededBy.join('、')} 要用）` : `  ${id}`)
  const left = entries.documents.filter((entry) => !packed.includes(entry)).map(({ id }) => id)
  if (left.length > 0) console.error(`没有带上，每个安装都有：${left.join('、')}`)
  for (const { kind, name } of entries.outside)
    console.error(`那边要有${nouns[kind]}「${name}」，它不在文档里`)
  const set = parts
    ? `，${parts.roles?.length ?? 0} 个角色的权限，${parts.menu?.entries.length ?? 0} 处菜单`
    : '；没有设 DATABASE_URL，角色和菜单没有带上'
  console.error(`共 ${packed.length} 份文档${set}`)
  return 0
}

const choiceWords: Readonly<Record<string, PackageRenaming['kind']>> = {
  screen: 'document',
  dict: 'dict',
  table: 'table',
}
const usage =
  'import 的写法是 import 文件 [--dry] [--skip 编号] [--replace 编号] [--rename [screen:|dict:|table:]旧名=新名] [--without roles|menu] [--replace-menu 编号]'

/** The choices of the command line; a new name of a table or a dictionary belongs to the document of the package that has it. */
function readChoices(words: readonly string[], packed: readonly JsonObject[]): Required<PackageChoices> {
  const choices = new Map<string, PackageChoice>()
  const parts = { roles: true, menu: true, replace: [] as string[] }
  for (let at = 0; at < words.length; at += 2) {
    const [option = '', value = ''] = words.slice(at, at + 2)
    if (option === '--without' && (value === 'roles' || value === 'menu')) {
      parts[value] = false
      continue
    }
    if (option === '--replace-menu') {
      parts.replace.push(value)
      continue
    }
    if (option === '--skip' || option === '--replace') {
      if (!packed.some(({ id }) => id === value)) throw new UsageError(`文件里没有文档 ${value}`)
      choices.set(value, { id: value, action: option === '--skip' ? 'skip' : 'replace' })
      continue
    }
    const [, word = 'screen', from = '', to = ''] = /^(?:(\w+):)?([^=]+)=(.+)$/.exec(value) ?? []
    const kind = choiceWords[word]
    if (option !== '--rename' || !kind || from === '') throw new UsageError(usage)
    const owner = packed.find((document) => hasName(document, kind, from))
    if (!owner) throw new UsageError(`文件里没有 ${from}`)
    const id = String(owner.id)
    const { action = 'rename', names = [] } = choices.get(id) ?? {}
    choices.set(id, { id, action, names: [...names, { kind, from, to }] })
  }
  return { choices: [...choices.values()], parts }
}

/** Whether a document has this id, this code, or this table, of its own or of a detail. */
function hasName(document: JsonObject, kind: PackageRenaming['kind'], name: string): boolean {
  if (kind === 'document') return document.id === name
  if (kind === 'dict') return document.code === name
  return [document, ...listObjects(document.fields)].some(
    ({ table }) => isJsonObject(table) && table.name === name,
  )
}

const stateWords: Readonly<Record<PackedDocument['state'], string>> = {
  new: '新的',
  same: '相同',
  different: '不同',
  taken: '占用',
}

function printPlan(
  { id, title, state, changes, names }: PackedDocument,
  action: PackedDocument['action'],
): void {
  const deeds = { import: '新建', skip: '跳过', replace: '替换', rename: '改名后新建' }
  const choice = action ? deeds[action] : '要选：--skip、--replace 或 --rename'
  console.log(`${stateWords[state]} ${id} ${String(title ?? '')}：${choice}`)
  for (const text of changes) console.log(`    ${text}`)
  if (state !== 'taken') return
  for (const { kind, name, takenBy } of names)
    if (takenBy !== null) console.log(`    ${kind} ${name} 已是「${takenBy}」的`)
}

/**
 * Shows what the documents of a package would change, and writes them unless it is a dry run: all or none. Where the settings
 * name a database, what administrators have set for them follows. Exit code.
 */
export async function importPackage(words: readonly string[]): Promise<number> {
  const isDry = words.includes('--dry')
  const [name, ...options] = words.filter((word) => word !== '--dry')
  if (name === undefined || name.startsWith('-')) throw new UsageError(usage)
  const file = resolve(callerFolder(), name)
  if (!existsSync(file)) throw new UsageError(`找不到文件 ${name}`)
  const read = readPackage(readFileSync(file, 'utf8'))
  if ('fault' in read) {
    console.error(read.fault)
    return 1
  }
  const wanted = readChoices(options, read.documents)
  const { choices } = wanted
  const stored = readStored()
  const written = new Map([...stored].map(([id, { json }]) => [id, json]))
  const { documents, faults, drafts } = comparePackage(read.documents, written, choices, registeredNames)
  // A file that somebody has changed is replaced only when that was chosen.
  const isChosen = (id: string) => choices.some((choice) => choice.id === id)
  const undecided = documents.filter(
    ({ id, state, action }) => action === null || (state === 'different' && !isChosen(id)),
  )
  for (const document of documents) printPlan(document, undecided.includes(document) ? null : document.action)
  for (const fault of faults) console.error(fault)
  if (undecided.length > 0) console.error(`还没有选定怎么处理：${undecided.map(({ id }) => id).join('、')}`)
  if (undecided.length + faults.length > 0) return 1
  const after = new Map([...written, ...drafts.map(({ id, body }): [string, JsonObject] => [id, body])])
  const knownNames = collectKnown(after.values(), registeredNames)
  const check = getDocumentCheck()
  const problems = drafts.flatMap(({ id, body }) =>
    check(body, { knownNames, expectedId: id }).map(
      ({ path, code, text }) => `${id}#${path} ${code} ${text}`,
    ),
  )
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) return 1
  const write = () => {
    const folder = listFolders().at(-1) ?? ''
    for (const { id, body } of drafts) {
      const path = stored.get(id)?.path ?? join(folder, `${id}.json`)
      mkdirSync(dirname(path), { recursive: true })
      const $schema = stored.get(id)?.json.$schema ?? '../$meta/document.schema.json'
      writeFileSync(path, formatDocument({ $schema, ...body }))
      console.log(`已写 ${formatPath(path)}`)
    }
    console.log(`写了 ${drafts.length} 份文档`)
    return drafts.length
  }
  if (isDry) console.log(`将写 ${drafts.length} 份文档`)
  const database = findDatabase()
  if (database) {
    const { importWithDatabase } = await import('#server/app/package-command.ts')
    return await importWithDatabase(database, read, wanted, isDry ? null : write)
  }
  if (!isDry) write()
  if (read.parts.roles ?? read.parts.menu)
    console.error('没有设 DATABASE_URL，包里的角色和菜单没有导入；设好以后再导入一次，相同的文档跳过')
  return 0
}
