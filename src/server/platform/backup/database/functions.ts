import type pg from 'pg'
import { BackupError } from '../backup-error.ts'
import { noExtension, PRODUCT_SCHEMA, readRows } from './sql-text.ts'

interface StoredFunction {
  signature: string
  kind: string
  statement: string | null
  isPrivate: boolean
}

/** The statements that make the functions of the product; one that not everybody may call stays so. */
export async function readFunctions(client: pg.ClientBase): Promise<string[]> {
  const functions = await readRows<StoredFunction>(
    client,
    `select p.oid::regprocedure::text as signature, p.prokind as kind,
      case when p.prokind in ('f', 'p') then pg_get_functiondef(p.oid) end as statement,
      p.proacl is not null and not exists (
        select 1 from aclexplode(p.proacl) a where a.grantee = 0 and a.privilege_type = 'EXECUTE') as "isPrivate"
    from pg_proc p
    where p.pronamespace = '${PRODUCT_SCHEMA}'::regnamespace and ${noExtension('pg_proc', 'p.oid')}
    order by p.oid`,
  )
  return functions.flatMap(({ signature, statement, isPrivate }) => {
    if (statement === null)
      throw new BackupError(
        `${signature} is an aggregate or a window function, which a back-up does not cover.`,
      )
    return isPrivate ? [statement, `revoke execute on function ${signature} from public`] : [statement]
  })
}
