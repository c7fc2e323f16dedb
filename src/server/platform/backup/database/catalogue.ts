import type pg from 'pg'
import { BackupError } from '../backup-error.ts'
import { readIndexes, readTriggers, readViews } from './dependent-objects.ts'
import { readFunctions } from './functions.ts'
import {
  literal,
  noExtension,
  PARTITION_SCHEMA,
  PRODUCT_SCHEMA,
  QUEUE_SCHEMA,
  quote,
  quoteTable,
  readRows,
} from './sql-text.ts'

/** Where the library of the queue notes its migrations. */
const QUEUE_MIGRATIONS = 'migrations'

/** Its rows name tables by numbers that are valid in one database only; they are made again for the watched tables. */
export const WATCHED_TABLES = 'sys_table_change'

/** A table whose rows are copied, with its columns that store values. */
export interface TableShape {
  schema: string
  name: string
  columns: string[]
}

/** A counter: a sequence of its own, or that of an identity column. */
export interface Counter {
  /** The expression that names the sequence in a statement. */
  sequence: string
  value: string
  isCalled: boolean
}

/** All that makes a database like this one, except for its rows. */
export interface Definition {
  /** Statements before the rows: sequences, functions, tables, views. */
  before: string[]
  /** Statements after the rows: keys, indexes, triggers. */
  after: string[]
  tables: TableShape[]
  counters: Counter[]
}

/** `schema.table`, as archives and reports name a table. */
export const nameTable = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  `${schema}.${name}`

interface Relation {
  oid: number
  schema: string
  name: string
  kind: string
  isUnlogged: boolean
  hasPolicies: boolean
  options: string | null
  /** How it is divided into partitions; null where it is not. */
  partitionKey: string | null
}

interface Column {
  relation: number
  name: string
  type: string
  collation: string | null
  isRequired: boolean
  identity: '' | 'a' | 'd'
  generated: string
  value: string | null
  sequence: string | null
}

const isTable = (kind: string): boolean => kind === 'r' || kind === 'p'

const readRelations = (client: pg.ClientBase): Promise<Relation[]> =>
  readRows<Relation>(
    client,
    `select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind,
      c.relpersistence = 'u' as "isUnlogged", c.relrowsecurity as "hasPolicies",
      array_to_string(c.reloptions, ', ') as options, pg_get_partkeydef(c.oid) as "partitionKey"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('${PRODUCT_SCHEMA}', '${QUEUE_SCHEMA}') and c.relkind not in ('i', 'I', 'S', 't')
      and ${noExtension('pg_class', 'c.oid')}
    order by n.nspname, c.relname`,
  )

const readColumns = (client: pg.ClientBase): Promise<Column[]> =>
  readRows<Column>(
    client,
    `select a.attrelid as relation, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end as collation,
      a.attnotnull as "isRequired", a.attidentity as identity, a.attgenerated as generated,
      pg_get_expr(d.adbin, d.adrelid) as value,
      case when a.attidentity <> '' then (
        select format('start with %s increment by %s minvalue %s maxvalue %s cache %s %s', s.seqstart, s.seqincrement,
          s.seqmin, s.seqmax, s.seqcache, case when s.seqcycle then 'cycle' else 'no cycle' end)
        from pg_sequence s where s.seqrelid = pg_get_serial_sequence(c.oid::regclass::text, a.attname)::regclass) end as sequence
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where n.nspname in ('${PRODUCT_SCHEMA}', '${QUEUE_SCHEMA}') and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped
    order by a.attrelid, a.attnum`,
  )

/** Types of the schema itself, which this program has no statement for. */
const readForeignTypes = (client: pg.ClientBase): Promise<{ name: string }[]> =>
  readRows<{ name: string }>(
    client,
    `select t.typname as name from pg_type t
    where t.typnamespace = '${PRODUCT_SCHEMA}'::regnamespace and t.typelem = 0 and t.typrelid = 0
      and t.typtype <> 'm' and ${noExtension('pg_type', 't.oid')}`,
  )

function buildColumn({
  name,
  type,
  collation,
  isRequired,
  identity,
  generated,
  value,
  sequence,
}: Column): string {
  const always = identity === 'a' ? 'always' : 'by default'
  return [
    `${quote(name)} ${type}`,
    collation === null ? '' : `collate ${collation}`,
    generated === 's' ? `generated always as (${value}) stored` : '',
    generated === '' && value !== null ? `default ${value}` : '',
    identity === '' ? '' : `generated ${always} as identity (${sequence})`,
    isRequired ? 'not null' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function buildTable(relation: Relation, columns: readonly Column[]): string {
  const { schema, name, isUnlogged, options, partitionKey } = relation
  const lines = columns.map(buildColumn).join(',\n  ')
  return `create ${isUnlogged ? 'unlogged ' : ''}table ${quoteTable({ schema, name })} (\n  ${lines})${
    partitionKey === null ? '' : ` partition by ${partitionKey}`
  }${options ? ` with (${options})` : ''}`
}

/** The months of the partitioned tables. What was detached (schema `archive`) is no part of the database's rows. */
async function readPartitions(client: pg.ClientBase): Promise<string[]> {
  const partitions = await readRows<{ statement: string }>(
    client,
    `select format('create table %s partition of %s %s', c.oid::regclass, i.inhparent::regclass,
        pg_get_expr(c.relpartbound, c.oid)) as statement
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relnamespace = '${PRODUCT_SCHEMA}'::regnamespace and c.relkind = 'r' order by c.oid`,
  )
  return [
    `create schema if not exists ${PARTITION_SCHEMA}`,
    'create schema if not exists archive',
    ...partitions.map(({ statement }) => statement),
  ]
}

/** Refuses what an archive could not bring back, before anything is copied. */
function checkCovered(
  relations: readonly Relation[],
  columns: readonly Column[],
  types: readonly string[],
): void {
  const foreign = [
    ...relations.filter(({ kind }) => !['r', 'p', 'v'].includes(kind)).map(({ name }) => name),
    ...relations.filter(({ hasPolicies }) => hasPolicies).map(({ name }) => `${name} (row security)`),
    ...columns.filter(({ generated }) => !['', 's'].includes(generated)).map(({ name }) => name),
    ...types.map((name) => `${name} (type)`),
  ]
  if (foreign.length > 0)
    throw new BackupError(
      `The schema ${PRODUCT_SCHEMA} has objects that neither the program nor a document makes: ${foreign.join(', ')}. ` +
        'Move them to another schema, or back the database up with pg_dump or pgBackRest.',
    )
}

/** Sequences that no identity column has made. */
const readSequences = (client: pg.ClientBase): Promise<{ name: string; statement: string }[]> =>
  readRows<{ name: string; statement: string }>(
    client,
    `select c.relname as name, format('create sequence %s as %s start with %s increment by %s minvalue %s maxvalue %s cache %s %s',
        c.oid::regclass, format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache,
        case when s.seqcycle then 'cycle' else 'no cycle' end) as statement
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where c.relnamespace = '${PRODUCT_SCHEMA}'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('i', 'e'))
    order by c.relname`,
  )

async function readCounters(
  client: pg.ClientBase,
  sequences: readonly string[],
  relations: readonly Relation[],
  columns: readonly Column[],
): Promise<Counter[]> {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]))
  const identities = columns.flatMap(({ relation, name, identity }) => {
    const table = byOid.get(relation)
    return identity === '' || !table
      ? []
      : [`pg_get_serial_sequence(${literal(quoteTable(table))}, ${literal(name)})`]
  })
  const expressions = [
    ...sequences.map((name) => literal(`${quote(PRODUCT_SCHEMA)}.${quote(name)}`)),
    ...identities,
  ]
  const counters: Counter[] = []
  for (const sequence of expressions) {
    const [found] = await readRows<{ name: string }>(client, `select (${sequence})::regclass::text as name`)
    const [state] = await readRows<{ value: string; isCalled: boolean }>(
      client,
      `select last_value::text as value, is_called as "isCalled" from ${found?.name}`,
    )
    if (state) counters.push({ sequence, ...state })
  }
  return counters
}

/** The definition of the database as the transaction of the client sees it. Throws a BackupError for what it does not cover. */
export async function readDefinition(client: pg.ClientBase): Promise<Definition> {
  const all = await readRelations(client)
  const relations = all.filter(({ schema }) => schema === PRODUCT_SCHEMA)
  const columns = await readColumns(client)
  const ofRelation = (oid: number) => columns.filter(({ relation }) => relation === oid)
  checkCovered(
    relations,
    relations.flatMap(({ oid }) => ofRelation(oid)),
    (await readForeignTypes(client)).map(({ name }) => name),
  )
  const sequences = await readSequences(client)
  const copied = all.filter(
    ({ schema, name, kind }) =>
      isTable(kind) && name !== WATCHED_TABLES && !(schema === QUEUE_SCHEMA && name === QUEUE_MIGRATIONS),
  )
  return {
    before: [
      ...sequences.map(({ statement }) => statement),
      ...(await readFunctions(client)),
      ...relations
        .filter(({ kind }) => isTable(kind))
        .map((table) => buildTable(table, ofRelation(table.oid))),
      ...(await readPartitions(client)),
      ...(await readViews(client)),
    ],
    after: [...(await readIndexes(client)), ...(await readTriggers(client))],
    tables: copied.map(({ oid, schema, name }) => ({
      schema,
      name,
      columns: ofRelation(oid)
        .filter(({ generated }) => generated === '')
        .map((column) => column.name),
    })),
    counters: await readCounters(
      client,
      sequences.map(({ name }) => name),
      copied,
      columns,
    ),
  }
}
