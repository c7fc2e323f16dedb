import { type Migration, sql } from 'kysely'
import { changedFunction, description, putAll, putFunction } from './head-migration.ts'

const isSystem = (name: string) => `${name} like 'sys\\_%'`

/** Whether a document shows or changes what the application keeps: its own table, that of its base, or that of its source. */
const area = `case when
    ${isSystem(`coalesce(w.body -> 'table' ->> 'name', b.table_name)`)}
    or ${isSystem(`w.body -> 'source' ->> 'table'`)}
    or w.body -> 'submit' ->> 'url' like '/sys/%'
    or exists (
      select 1 from sys_document s left join sys_document t on t.id = s.body ->> 'extends'
      where s.id = coalesce(w.body -> 'source' ->> 'screen', w.body ->> 'screen')
        and ${isSystem(`coalesce(s.body -> 'table' ->> 'name', t.body -> 'table' ->> 'name')`)})
  then 'system' else 'business' end`

/** The address of the menu entry: the one that the document declares, else one that an administrator added. */
const path = `left(case
    when w.body ? 'menu' then coalesce(w.body -> 'menu' ->> 'path', '/' || w.document_id)
    else (select min(m.url) from sys_permission m
      where m.component = w.document_id and m.menu_type < 2 and m.del_flag = 0 and m.status = '1')
  end, 200)`

const statements = [
  'alter table sys_design_head add area varchar(10)',
  putFunction({ description, area }, path),
  // The documents over a table of the application follow from its screen, which may be stored after them.
  `create function sys_design_head_sources() returns trigger language plpgsql as $$
    begin
      perform sys_design_head_put(d.id) from sys_document d
        where new.id in (d.body -> 'source' ->> 'screen', d.body ->> 'screen');
      return null;
    end $$`,
  `create trigger sys_document_sources after insert or update on sys_document
    for each row when (${isSystem(`new.body -> 'table' ->> 'name'`)}) execute function sys_design_head_sources()`,
  `create function sys_design_head_entry() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform sys_design_head_put(old.component); end if;
      if tg_op <> 'DELETE' then perform sys_design_head_put(new.component); end if;
      return null;
    end $$`,
  `create trigger sys_permission_head after insert or delete or update of url, component, del_flag, status on sys_permission
    for each row execute function sys_design_head_entry()`,
]

/** The rows say whether a document belongs to the application, and have the address only of a document with a menu entry. */
export const headAreas: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
    await putAll.execute(trx)
  },
}

/** What the lists of workflows show besides: the category, the title of the screen, and that of the cases. */
const workflow = {
  category: `case when w.body ->> 'kind' = 'workflow' then left(coalesce(w.body ->> 'category', 'business'), 20) end`,
  screen_title: `case when w.body ->> 'kind' = 'workflow' then (
    select left(s.body ->> 'title', 200) from sys_document s where s.id = w.body ->> 'screen') end`,
  case_title: `left(w.body ->> 'caseTitle', 100)`,
}

/** The rows of workflows have what their lists show. */
export const headWorkflows: Migration = {
  async up(trx) {
    await sql`alter table sys_design_head add if not exists category varchar(20),
      add if not exists screen_title varchar(200), add if not exists case_title varchar(100)`.execute(trx)
    await sql.raw(putFunction({ description, area, ...workflow }, path, 'plpgsql')).execute(trx)
    // A screen may be stored after its workflow, and may get another title.
    await sql`create trigger sys_document_flow after insert on sys_document
      for each row when (new.body ? 'flow') execute function sys_design_head_sources()`.execute(trx)
    await sql`create trigger sys_document_title after update on sys_document
      for each row when (old.body ->> 'title' is distinct from new.body ->> 'title')
      execute function sys_design_head_sources()`.execute(trx)
    await putAll.execute(trx)
  },
}

/** Whether a workflow starts new cases. */
const isOn = `case when w.body ->> 'kind' = 'workflow' then
  case when exists (select 1 from sys_workflow_off f where f.workflow = w.document_id) then 'N' else 'Y' end end`

/** The rows of workflows say whether they are switched on. */
export const headSwitches: Migration = {
  async up(trx) {
    await sql`alter table sys_design_head add if not exists is_on varchar(1)`.execute(trx)
    await sql.raw(putFunction({ description, area, ...workflow, is_on: isOn }, path, 'plpgsql')).execute(trx)
    await sql`
      create function sys_workflow_off_head() returns trigger language plpgsql as $$
        begin
          perform sys_design_head_put(coalesce(new.workflow, old.workflow));
          return null;
        end $$`.execute(trx)
    await sql`
      create trigger sys_workflow_off_head after insert or delete on sys_workflow_off
      for each row execute function sys_workflow_off_head()`.execute(trx)
    await putAll.execute(trx)
  },
}

/** The same rows in less time: a release of hundreds of documents writes each of them three times. */
export const headPlans: Migration = {
  async up(trx) {
    await sql.raw(putFunction({ description, area }, path, 'plpgsql')).execute(trx)
    await sql.raw(changedFunction).execute(trx)
    // Each row looks for the menu entry of its document.
    await sql`create index sys_permission_component on sys_permission (component)`.execute(trx)
  },
}
