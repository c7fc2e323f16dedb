import type pg from 'pg'

/** The schema of the product. */
export const PRODUCT_SCHEMA = 'public'
/** The schema of the months of partitioned tables; their rows are copied as those of their table. */
export const PARTITION_SCHEMA = 'partitions'
/** The schema of the queue of jobs: its library defines it, so only its rows are copied. */
export const QUEUE_SCHEMA = 'graphile_worker'

export const readRows = async <T extends object>(
  client: pg.ClientBase,
  text: string,
  values: unknown[] = [],
): Promise<T[]> => (await client.query<T>(text, values)).rows

/** A condition: objects of installed extensions belong to the database server, not to the product. */
export const noExtension = (catalogue: string, oid: string): string => `not exists (
  select 1 from pg_depend x where x.classid = '${catalogue}'::regclass and x.objid = ${oid} and x.deptype = 'e')`

/** A name as a statement contains it. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const quoteTable = ({ schema, name }: { schema: string; name: string }): string =>
  `${quote(schema)}.${quote(name)}`

/** A text as a statement contains it. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
