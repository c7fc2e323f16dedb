import { type Migration, sql } from 'kysely'

/** The address of a document: at first of each page, whether or not a menu entry leads to it. */
const firstPath = `left(coalesce(w.body -> 'menu' ->> 'path', '/' || w.document_id), 200)`

/** The columns that follow from a document `w` and the state of its base `b`. */
const headColumns = (path: string): string => `
  w.document_id, w.owner, left(coalesce(w.body ->> 'title', w.document_id), 200) as title,
  left(coalesce(w.body ->> 'kind', ''), 20) as kind,
  left(w.body ->> 'extends', 110) as base_id, b.title as base_title, b.revision as base_revision,
  left(coalesce(w.body -> 'table' ->> 'name', b.table_name), 60) as table_name,
  case
    when w.body -> 'table' is null then b.table_type
    else case when exists (
        select 1 from jsonb_array_elements(
          case when jsonb_typeof(w.body -> 'fields') = 'array' then w.body -> 'fields' else '[]' end) f
        where f ->> 'type' = 'table') then 'main' else 'single' end
      || case w.body -> 'list' ->> 'layout'
        when 'tree' then 'Tree' when 'erp' then 'Erp' when 'innerTable' then 'Inner' when 'tab' then 'Tab' else '' end
  end as table_type,
  case
    when coalesce(w.body -> 'table' ->> 'name', b.table_name) is null then null
    when w.owner is not null or w.problems @> '[{"code": "TABLE_PLAN"}]' then 'N'
    else 'Y'
  end as is_db_synch,
  r.revision, coalesce(r.first_time, w.draft_time) as create_time, coalesce(r.last_time, w.draft_time) as update_time,
  case
    when w.owner is not null then 'draft'
    when o.body is not null then 'designed'
    when o.changes is not null then 'local'
    else 'file'
  end as origin,
  p.names as drafters,
  nullif(concat_ws('，',
    case when jsonb_array_length(w.problems) > 0 then jsonb_array_length(w.problems) || ' 处错误' end,
    case when o.conflicts > 0 then o.conflicts || ' 处与升级冲突' end), '') as state,
  case when w.body ->> 'kind' in ('screen', 'report', 'panel', 'form')
    then ${path} end as path,
  (select count(*) from sys_document c where c.body ? 'extends' and c.body ->> 'extends' = w.document_id)::integer as copies,
  left(w.body ->> 'code', 100) as code, w.body -> 'source' ->> 'sql' as sql_text,
  left(w.body -> 'source' ->> 'dataSource', 100) as db_source`

const headNames = [
  ...['document_id', 'owner', 'title', 'kind', 'base_id', 'base_title', 'base_revision', 'table_name'],
  ...['table_type', 'is_db_synch', 'revision', 'create_time', 'update_time', 'origin', 'drafters', 'state'],
  ...['path', 'copies', 'code', 'sql_text', 'db_source'],
]

/**
 * The function that writes the heads of one document: its own, or those of the drafts of a document that was never released. In
 * `plpgsql` a session plans its statement once, in `sql` at each call, which takes longer than the statement.
 */
export function putFunction(
  more: Readonly<Record<string, string>>,
  path = firstPath,
  language: 'sql' | 'plpgsql' = 'sql',
): string {
  const names = [...headNames, ...Object.keys(more)].join(', ')
  const values = Object.entries(more).map(([name, value]) => `, ${value} as ${name}`)
  const put = names.replaceAll(/\w+/g, 'excluded.$&')
  const old = names.replaceAll(/\w+/g, 'h.$&')
  const [begin, end] = language === 'sql' ? ['', ''] : ['begin', '; end']
  return `create or replace function sys_design_head_put(changed text) returns void language ${language} as $$ ${begin}
    with w as (
      select d.id as document_id, null::varchar as owner, d.body, d.problems, null::timestamp as draft_time
      from sys_document d where d.id = changed
      union all
      select n.document_id, n.user_id, n.body::jsonb, null, n.update_time
      from sys_design_draft n where n.document_id = changed
        and not exists (select 1 from sys_document d where d.id = changed)),
    found as (
      select md5(concat_ws(' ', w.document_id, w.owner)) as id, ${headColumns(path)}${values.join('')}
      from w
      left join sys_design_document o on o.id = w.document_id
      left join sys_design_head b on b.document_id = w.body ->> 'extends' and b.owner is null
      left join lateral (
        select max(revision) as revision, min(create_time) as first_time, max(create_time) as last_time
        from sys_design_revision where document_id = w.document_id) r on true
      left join lateral (
        select left(string_agg(u.realname, '、' order by n.update_time desc), 500) as names
        from sys_design_draft n join sys_user u on u.id = n.user_id
        where n.document_id = w.document_id and (w.owner is null or n.user_id = w.owner)) p on true),
    gone as (
      delete from sys_design_head where document_id = changed and id not in (select id from found))
    insert into sys_design_head as h (id, ${names}) select id, ${names} from found
    on conflict (id) do update set (${names}) = row(${put}), rev = h.rev + 1
    where (${old}) is distinct from (${put})
  ${end} $$`
}

/** The trigger function; its condition is that of the index of bases, without which each row reads all documents. */
export const changedFunction = `create or replace function sys_design_head_changed() returns trigger language plpgsql as $$
    declare
      before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
      after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
      changed text := coalesce(after ->> tg_argv[0], before ->> tg_argv[0]);
    begin
      perform sys_design_head_put(changed);
      perform sys_design_head_put(d.id) from sys_document d where d.body ? 'extends' and d.body ->> 'extends' = changed;
      perform sys_design_head_put(base) from unnest(array[before -> 'body' ->> 'extends', after -> 'body' ->> 'extends']) base
        where base is not null;
      return null;
    end $$`

const statements = [
  'alter table sys_design_document add conflicts integer not null default 0',
  `create index sys_document_base on sys_document ((body ->> 'extends')) where body ? 'extends'`,
  `create table sys_design_head (
    id varchar(36) primary key, rev integer not null default 1, create_by varchar(64), create_time timestamp(0),
    update_by varchar(64), update_time timestamp(0), sys_org_code varchar(64),
    document_id varchar(110) not null, owner varchar(36), title varchar(200), kind varchar(20),
    base_id varchar(110), base_title varchar(200), base_revision integer, table_name varchar(60),
    table_type varchar(20), is_db_synch varchar(1), revision integer, origin varchar(10), drafters varchar(500),
    state varchar(60), path varchar(200), copies integer, code varchar(100), sql_text text, db_source varchar(100))`,
  'create index sys_design_head_document on sys_design_head (document_id)',
  putFunction({}),
  changedFunction,
  ...[
    ['sys_document', 'id'],
    ['sys_design_document', 'id'],
    ['sys_design_draft', 'document_id'],
    ['sys_design_revision', 'document_id'],
  ].map(
    ([table, column]) => `create trigger ${table}_head after insert or update or delete on ${table}
      for each row execute function sys_design_head_changed('${column}')`,
  ),
  // Their entries belong to the documents of the lists now.
  `update sys_permission set parent_id = 'online' where parent_id in ('online/cgform', 'online/cgreport')`,
  `delete from sys_permission where id in ('online/cgform', 'online/cgreport')`,
]

export const putAll = sql`
  select sys_design_head_put(id) from (
    select id from sys_document union select document_id from sys_design_draft) as known`

/** The list of documents that designers see, as rows: triggers keep it equal to documents, drafts and revisions. */
export const designHeads: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
    await putAll.execute(trx)
  },
}

export const description = `left(w.body ->> 'description', 500)`

/** The rows contain the descriptions of documents. */
export const headDescriptions: Migration = {
  async up(trx) {
    await sql`alter table sys_design_head add description varchar(500)`.execute(trx)
    await sql.raw(putFunction({ description })).execute(trx)
    await putAll.execute(trx)
  },
}
