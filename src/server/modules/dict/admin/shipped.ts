import { sql } from 'kysely'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { DictDocument } from '#runtime/schema/types.ts'
import type { DocumentRegistry } from '../../../documents/library/registry.ts'
import type { Database } from '../../../platform/store/database.ts'

/** The length of the column. */
const MAX_DESCRIPTION = 255

interface Copy {
  id: string
  code: string
  name: string
  description: string | null
  type: number
  items: { value: string; text: string; status: number }[]
}

const sourceText = ({ source, tree }: DictDocument): string | null => {
  if (tree) return '分类树，在分类字典里维护'
  if (!source) return null
  return 'screen' in source ? `取自界面 ${source.screen}` : `取自表 ${source.table}`
}

const buildCopy = (document: DictDocument): Copy => ({
  id: document.id,
  code: document.code,
  name: document.title,
  description: document.description?.slice(0, MAX_DESCRIPTION) ?? sourceText(document),
  type: document.valueType === 'number' ? 1 : 0,
  items: (document.items ?? []).map(({ value, text, disabled }) => ({
    value: String(value),
    text,
    status: disabled ? 0 : 1,
  })),
})

/**
 * Copies the dictionaries of documents into the tables of the list, where they are read-only. A dictionary that an
 * administrator took over or wrote has no origin and is left as it is: it wins over the document's.
 */
export async function copyShipped(
  db: Pick<Database, 'write'>,
  documents: Pick<DocumentRegistry, 'entries'>,
): Promise<void> {
  const copies = documents.entries().flatMap(({ document }) => {
    const dictionary = asDocumentWith(document, 'hasChoices')
    return dictionary ? [buildCopy(dictionary)] : []
  })
  const heads = JSON.stringify(copies)
  await db.write(async (trx) => {
    await sql`
      delete from sys_dict where origin is not null
        and dict_code not in (select x.code from jsonb_to_recordset(${heads}::jsonb) as x(code text))`.execute(
      trx,
    )
    await sql`
      insert into sys_dict (id, dict_code, dict_name, description, type, origin, create_by)
      select md5(x.id), x.code, x.name, x.description, x.type, x.id, 'system'
      from jsonb_to_recordset(${heads}::jsonb) as x(id text, code text, name text, description text, type integer)
      on conflict (dict_code) do update
        set dict_name = excluded.dict_name, description = excluded.description, type = excluded.type,
          origin = excluded.origin
        where sys_dict.origin is not null and (sys_dict.dict_name, sys_dict.description, sys_dict.type, sys_dict.origin)
          is distinct from (excluded.dict_name, excluded.description, excluded.type, excluded.origin)`.execute(
      trx,
    )
    await sql`
      with wanted as (
        select d.id as dict_id, i.value, i.text, i.status, i.place::integer
        from jsonb_to_recordset(${heads}::jsonb) as x(code text, items jsonb)
        join sys_dict d on d.dict_code = x.code and d.origin is not null,
        lateral rows from (jsonb_to_recordset(x.items) as (value text, text text, status integer)) with ordinality
          as i(value, text, status, place)),
      gone as (
        delete from sys_dict_item i using sys_dict d
        where d.id = i.dict_id and d.origin is not null
          and not exists (select 1 from wanted w where w.dict_id = i.dict_id and w.value = i.item_value))
      insert into sys_dict_item (id, dict_id, item_value, item_text, sort_order, status, create_by)
      select md5(dict_id || ' ' || value), dict_id, value, text, place, status, 'system' from wanted
      on conflict (dict_id, item_value) do update
        set item_text = excluded.item_text, sort_order = excluded.sort_order, status = excluded.status
        where (sys_dict_item.item_text, sys_dict_item.sort_order, sys_dict_item.status)
          is distinct from (excluded.item_text, excluded.sort_order, excluded.status)`.execute(trx)
  })
}
