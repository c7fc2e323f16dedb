import { sql } from 'kysely'
import type { Db } from '#server/platform/store/database.ts'

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  /** A default, an identity or a generated value: an insert may leave the column out. */
  hasValue: boolean
}

/** What else a table has: its definition by name, with the columns that it is about. */
interface Part {
  table: string
  name: string
  definition: string
  columns: string[]
}

/** What a version of the server can see of a schema. */
export interface Catalog {
  /** Tables, views, sequences and functions with their signatures. */
  objects: string[]
  columns: Column[]
  /** Constraints, and unique indexes without one. */
  constraints: (Part & { kind: string })[]
  triggers: Part[]
}

/** Reads the schema `public` from the catalogues of PostgreSQL. */
export async function readCatalog(db: Db): Promise<Catalog> {
  const objects = await sql<{ name: string }>`
    select relkind::text || ' ' || relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
    union all select 'f ' || oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`.execute(db)
  const columns = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "hasValue"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
    order by 1, 2`.execute(db)
  const constraints = await sql<Part & { kind: string }>`
    select t.relname as table, c.conname as name, c.contype::text as kind, pg_get_constraintdef(c.oid) as definition,
      array(select attname::text from pg_attribute where attrelid = t.oid and attnum = any(c.conkey) order by 1) as columns
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where t.relnamespace = 'public'::regnamespace and c.contype in ('c', 'f', 'p', 'u', 'x')
    union all
    select t.relname, i.relname, 'u', pg_get_indexdef(i.oid),
      array(select attname::text from pg_attribute where attrelid = t.oid and attnum = any(x.indkey::int2[]) order by 1)
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace and x.indisunique
      and not exists (select 1 from pg_constraint where conindid = i.oid)
    order by 1, 2`.execute(db)
  const triggers = await sql<Part>`
    select t.relname as table, g.tgname as name, pg_get_triggerdef(g.oid) as definition, array[]::text[] as columns
    from pg_trigger g join pg_class t on t.oid = g.tgrelid
    where t.relnamespace = 'public'::regnamespace and not g.tgisinternal order by 1, 2`.execute(db)
  return {
    objects: objects.rows.map(({ name }) => name),
    columns: columns.rows,
    constraints: constraints.rows,
    triggers: triggers.rows,
  }
}

const key = ({ table, name }: { table: string; name: string }) => `${table}.${name}`
const byKey = <T extends { table: string; name: string }>(parts: readonly T[]) =>
  new Map(parts.map((part) => [key(part), part]))

/** Each type of a row may become any that follows it: whatever was stored, written or read before still is. */
const widenings = [
  ['smallint', 'integer', 'bigint'],
  ['character varying', 'text'],
  ['timestamp(0) without time zone', 'timestamp without time zone'],
]

/** `character varying(40)` and `numeric(12,2)` as their name and their numbers. */
function splitType(type: string): { name: string; sizes: number[] } {
  const [, name = type, numbers] = /^(\D+?)\(([\d,]+)\)$/.exec(type) ?? []
  return { name, sizes: (numbers ?? '').split(',').filter(Boolean).map(Number) }
}

function isWidened(before: string, after: string): boolean {
  const [former, later] = [splitType(before), splitType(after)]
  if (former.name !== later.name || later.sizes.length === 0) {
    const row = widenings.find((types) => types.includes(before) || types.includes(former.name)) ?? []
    const at = Math.max(row.indexOf(before), row.indexOf(former.name))
    return row.indexOf(after) > at || (former.name === after && former.sizes.length > 0)
  }
  const digits = ([precision = 0, scale = 0]: number[]) => [precision - scale, scale] as const
  const [whole, scale] = digits(former.sizes)
  const [laterWhole, laterScale] = digits(later.sizes)
  return former.sizes.length > 0 && laterWhole >= whole && laterScale >= scale
}

/** A check that lists values may get more of them. */
function isLonger(before: string, after: string): boolean {
  const literal = /'(?:[^']|'')*'/g
  const shape = (text: string) =>
    text
      .replace(literal, '')
      .replace(/::[a-z ]+(?:\[\])?/g, '')
      .replace(/[\s,()]/g, '')
  const values = new Set(after.match(literal))
  return shape(before) === shape(after) && (before.match(literal) ?? []).every((value) => values.has(value))
}

const kinds: Record<string, string> = {
  c: 'check',
  f: 'foreign key',
  p: 'primary key',
  u: 'unique key',
  x: 'exclusion',
}

/** What a version that runs on `before` cannot read or write any more on `after`: an expanding migration has none of it. */
export function findTaken(before: Catalog, after: Catalog): string[] {
  const taken: string[] = []
  const present = new Set(after.objects)
  for (const name of before.objects) if (!present.has(name)) taken.push(`${name} is gone`)
  const isThere = (table: string) => after.columns.some((column) => column.table === table)
  const wasThere = new Set(before.columns.map(({ table }) => table))

  const columns = byKey(after.columns)
  const formerColumns = byKey(before.columns)
  for (const former of before.columns) {
    const column = columns.get(key(former))
    if (!isThere(former.table)) continue
    if (!column) taken.push(`column ${key(former)} is gone`)
    else {
      if (column.type !== former.type && !isWidened(former.type, column.type))
        taken.push(`column ${key(former)} was ${former.type} and is ${column.type}`)
      if (former.isNullable && !column.isNullable) taken.push(`column ${key(former)} is not null`)
      if (former.hasValue && !column.hasValue) taken.push(`column ${key(former)} has no default`)
    }
  }
  for (const column of after.columns)
    if (
      wasThere.has(column.table) &&
      !formerColumns.has(key(column)) &&
      !column.isNullable &&
      !column.hasValue
    )
      taken.push(`the new column ${key(column)} is not null and has no default`)

  const constraints = byKey(after.constraints)
  const formerConstraints = byKey(before.constraints)
  for (const former of before.constraints) {
    if (!isThere(former.table) || constraints.has(key(former))) continue
    // Names of conflicts in statements need their key.
    if ('pux'.includes(former.kind)) taken.push(`${kinds[former.kind]} ${key(former)} is gone`)
  }
  for (const constraint of after.constraints) {
    const former = formerConstraints.get(key(constraint))
    const isNewPart = constraint.columns.every((name) => !formerColumns.has(`${constraint.table}.${name}`))
    if (!wasThere.has(constraint.table) || former?.definition === constraint.definition) continue
    if (!former && isNewPart && constraint.columns.length > 0) continue
    if (former && former.kind === 'c' && isLonger(former.definition, constraint.definition)) continue
    taken.push(
      `${kinds[constraint.kind]} ${key(constraint)} is ${former ? 'another' : 'new'} on a table in use`,
    )
  }

  const triggers = byKey(after.triggers)
  for (const former of before.triggers)
    if (isThere(former.table) && !triggers.has(key(former))) taken.push(`trigger ${key(former)} is gone`)
  return taken
}
