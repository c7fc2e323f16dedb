import type pg from 'pg'
import { noExtension, PARTITION_SCHEMA, PRODUCT_SCHEMA, readRows } from './sql-text.ts'

const readStatements = async (client: pg.ClientBase, text: string): Promise<string[]> =>
  (await readRows<{ statement: string }>(client, text)).map(({ statement }) => statement)

export const readViews = (client: pg.ClientBase): Promise<string[]> =>
  readStatements(
    client,
    `select format('create view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid)) as statement
    from pg_class c
    where c.relnamespace = '${PRODUCT_SCHEMA}'::regnamespace and c.relkind = 'v' and ${noExtension('pg_class', 'c.oid')}
    order by c.oid`,
  )

const readConstraints = (client: pg.ClientBase, kinds: string): Promise<string[]> =>
  readStatements(
    client,
    `select format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as statement
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.connamespace = '${PRODUCT_SCHEMA}'::regnamespace and k.contype in (${kinds})
      and k.conparentid = 0
      and ${noExtension('pg_class', 'c.oid')}
    order by k.oid`,
  )

/** Keys, checks and indexes, and after them the references to keys. */
export const readIndexes = async (client: pg.ClientBase): Promise<string[]> => [
  ...(await readConstraints(client, `'p', 'u', 'x', 'c'`)),
  ...(await readStatements(
    client,
    `select replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as statement
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = '${PRODUCT_SCHEMA}'::regnamespace and i.indisvalid and ${noExtension('pg_class', 'c.oid')}
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by i.indexrelid`,
  )),
  ...(await readConstraints(client, `'f'`)),
]

const states: Readonly<Record<string, string>> = {
  D: 'disable trigger',
  A: 'enable always trigger',
  R: 'enable replica trigger',
}

export async function readTriggers(client: pg.ClientBase): Promise<string[]> {
  const triggers = await readRows<{ table: string; name: string; state: string; statement: string }>(
    client,
    `select t.tgrelid::regclass::text as "table", quote_ident(t.tgname) as name, t.tgenabled as state,
      pg_get_triggerdef(t.oid) as statement
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace::regnamespace::text in ('${PRODUCT_SCHEMA}', '${PARTITION_SCHEMA}') and not t.tgisinternal
      and t.tgparentid = 0 and ${noExtension('pg_class', 'c.oid')}
    order by t.oid`,
  )
  return triggers.flatMap(({ table, name, state, statement }) => {
    const change = states[state]
    return change === undefined ? [statement] : [statement, `alter table ${table} ${change} ${name}`]
  })
}
