import { type Migration, sql } from 'kysely'

const audit = sql`rev integer not null default 1, create_by varchar(64), create_time timestamp(0),
  update_by varchar(64), update_time timestamp(0), sys_org_code varchar(64)`

/** Code rules and their parts, without the indexes of the document, which names its refusals by them; `records/number-rule.ts` reads them at each save of a field that names a rule. */
export const fillRules: Migration = {
  async up(trx) {
    await sql`create table sys_fill_rule (
      id varchar(36) primary key, ${audit}, rule_name varchar(100) not null, rule_code varchar(64) not null,
      gapless integer, rule_description varchar(200))`.execute(trx)
    await sql`create table sys_fill_rule_part (
      id varchar(36) primary key, ${audit}, rule_id varchar(36), order_num integer, kind varchar(20) not null,
      content varchar(50), width integer, reset varchar(10), start_at integer)`.execute(trx)
  },
}
