import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tableNameFault } from '#runtime/schema/application-tables.ts'
import { application } from '#server/app/application.ts'
import { migrate } from '#server/platform/store/migrate.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const folder = 'src/server/platform/store'
// The interfaces of the second file extend those of the first.
const files = [`${folder}/sign-in-tables.ts`, `${folder}/system-tables.ts`]

/** The members of each interface with the texts of their types, those of its base interfaces included. */
function readInterfaces(): Map<string, Map<string, string>> {
  const statements = files.flatMap((file) => [
    ...ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true).statements,
  ])
  const interfaces = new Map<string, Map<string, string>>()
  for (const node of statements.filter(ts.isInterfaceDeclaration)) {
    const bases = node.heritageClauses?.flatMap(({ types }) => [...types]) ?? []
    const inherited = bases.flatMap((base) => [...(interfaces.get(base.getText()) ?? [])])
    const own = node.members
      .filter(ts.isPropertySignature)
      .map((member) => [member.name.getText(), member.type?.getText() ?? ''] as const)
    interfaces.set(node.name.text, new Map([...inherited, ...own]))
  }
  return interfaces
}

/** The types of the interfaces as `table.column: type`. */
function declaredColumns(): string[] {
  const interfaces = readInterfaces()
  const tables = [...(interfaces.get('SystemTables') ?? [])]
  return tables.flatMap(([table, name]) =>
    [...(interfaces.get(name) ?? [])].map(([column, type]) => `${table}.${column}: ${type}`),
  )
}

/** The type that the parsers of the pool make of each type of the database. */
const readTypes: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  'character varying': 'string',
  date: 'string',
  'timestamp without time zone': 'string',
  'timestamp with time zone': 'string',
  character: 'string',
  numeric: 'string',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  oid: 'number',
  boolean: 'boolean',
}

interface ActualColumn {
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isIdentity: boolean
}

function formatType({ type, isNullable, hasDefault, isIdentity }: ActualColumn): string {
  if (type === 'jsonb') return isNullable ? 'Json<unknown>' : 'ColumnType<unknown, string, string>'
  const read = `${readTypes[type] ?? type}${isNullable ? ' | null' : ''}`
  if (isIdentity) return `GeneratedAlways<${read}>`
  return hasDefault ? `Generated<${read}>` : read
}

const readColumns = async (): Promise<string[]> => {
  const { rows } = await sql<ActualColumn>`
    select table_name || '.' || column_name as name, data_type as type, is_nullable = 'YES' as "isNullable",
      column_default is not null as "hasDefault", is_identity = 'YES' as "isIdentity"
    from information_schema.columns
    where table_schema = 'public' and starts_with(table_name, 'sys_') and not starts_with(table_name, 'sys_migration')`.execute(
    database.db.owner,
  )
  return rows.map((row) => `${row.name}: ${formatType(row)}`)
}

it('SystemTables has the tables and columns of the migrated database with their types', async () => {
  const declared = declaredColumns()
  // The server's own columns must be declared; modules change some of them and may declare what they add.
  const getName = (column: string): string => column.split(':')[0] ?? ''
  const names = declared.map(getName)
  const ofServer = (await readColumns()).map(getName)
  expect(ofServer.length).toBeGreaterThan(100)
  expect(ofServer.filter((name) => !names.includes(name))).toEqual([])
  await migrate(database.db.owner, application.migrations)
  const all = await readColumns()
  expect(declared.filter((column) => !all.includes(column))).toEqual([])
})

/** The tables that the shipped documents name. */
function shippedTables(): string[] {
  const texts = readdirSync('schemas', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.startsWith('$'))
    .map((file) => readFileSync(`schemas/${file}`, 'utf8'))
  return texts.flatMap((text) =>
    [...text.matchAll(/"table": \{\s*"name": "(\w+)"/g)].map(([, name = '']) => name),
  )
}

it('each table and view of the application is one of a document, or no document can name it', async () => {
  await migrate(database.db.owner, application.migrations)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')
  `.execute(database.db.owner)
  const described = new Set(shippedTables())
  const open = rows.map(({ name }) => name).filter((name) => !described.has(name) && !tableNameFault(name))
  expect(open).toEqual([])
  expect([...described].filter((name) => tableNameFault(name))).toEqual([])
})
