import type { Migration } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { Document } from '#runtime/schema/documents.ts'
import type { RegisteredNames } from '#runtime/schema/names/known-names.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/store/database.ts'
import { migrate } from '../platform/store/migrate.ts'
import { grantRights } from '../platform/store/roles.ts'
import { withLinks } from '../platform/store/with-links.ts'
import { applyAll, countRows, readPlan, readSamples } from './apply.ts'
import { type DocumentFile, readFile, readFolders } from './library/files.ts'
import { databaseText } from './plan/database-text.ts'
import type { Step } from './plan/plan-step.ts'
import { documentsToPlan } from './sharing.ts'
import { collectNames, validateDocuments } from './validate.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const complain = (text: string): void => void process.stderr.write(`${text}\n`)

/** What the modules of the application add. */
export interface Installed {
  registeredNames: RegisteredNames
  migrations: Readonly<Record<string, Migration>>
}

/** Opens the database that the server uses, whether or not a server is running. */
export async function withDatabase<T>(
  config: Config,
  migrations: Installed['migrations'],
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return await withLinks(config, complain, async (links) => {
    const db = await openDatabase(links)
    try {
      await migrate(db.owner, migrations)
      await grantRights(db)
      return await work(db)
    } finally {
      await db.close()
    }
  })
}

/** The documents with tables among the chosen files; null when one of them has problems, which are printed. */
async function soundDocuments(
  config: Config,
  paths: readonly string[],
  registeredNames: RegisteredNames,
): Promise<Document[] | null> {
  const stored = readFolders(config.schemaDirs, config.root)
  const selectedFiles = paths.flatMap((path) => readFile(path, config.schemaDirs, config.root) ?? [])
  const names = new Set(selectedFiles.map((entry) => entry.file))
  const others: DocumentFile[] = stored.filter((entry) => !names.has(entry.file))
  const all = [...others, ...selectedFiles]
  const { results } = await validateDocuments(all, collectNames(all, [], registeredNames))
  const selectedResults = results.filter((entry) => selectedFiles.some(({ file }) => file === entry.file))
  const problems = selectedResults.flatMap((entry) => entry.problems)
  for (const { file, path, code, text } of problems) complain(`${file}#${path} ${code} ${text}`)
  if (problems.length > 0) return null
  return documentsToPlan(selectedResults, results, fieldValues)
}

/** A step with the number of the values that it cuts or converts, and some of them. */
const line = (step: Step, rows: number | null, samples: readonly string[]): string => {
  const examples = samples.length > 0 ? `，如${samples.map((value) => `「${value}」`).join('、')}` : ''
  const effect = rows === null ? '' : `，${step.kind === 'narrow' ? '截短' : '影响'} ${rows} 行${examples}`
  return `${step.additive ? '  ' : '! '}${step.text}${effect}`
}

/** `documents plan` shows every step and the rows it touches; `documents apply` runs them, all or none. Exit code. */
export async function runPlanCommand(
  command: 'plan' | 'apply',
  files: readonly string[],
  { registeredNames, migrations }: Installed,
): Promise<number> {
  const config = readConfig(process.env)
  const documents = await soundDocuments(config, files, registeredNames)
  if (!documents) return 1
  return await withDatabase(config, migrations, async (db) => {
    if (command === 'apply') {
      let last = ''
      const tell = (step: Step, rows: number | null, samples: readonly string[]) => {
        last = step.text
        say(line(step, rows, samples))
      }
      try {
        const count = await applyAll(db, documents, fieldValues, tell)
        say(count === 0 ? '数据库与文档一致，没有要做的' : `已执行 ${count} 步`)
        return 0
      } catch (error) {
        // Most likely a value does not fit the new type.
        complain(`${last}没有成功，数据库没有改动：${databaseText(error)}`)
        return 1
      }
    }
    const steps = await readPlan(db, documents, fieldValues)
    for (const step of steps) say(line(step, await countRows(db.app, step), await readSamples(db.app, step)))
    const waiting = steps.filter((step) => !step.additive).length
    say(
      steps.length === 0
        ? '数据库与文档一致'
        : `共 ${steps.length} 步，其中 ${waiting} 步（标 ! 的）等待 apply`,
    )
    return 0
  })
}
