import { type Migration, sql } from 'kysely'

/** One rule to begin with; `ruleJson` is read by `modules/check/rule-code.ts`. */
const common = JSON.stringify([
  { digits: '1', pattern: '^[A-Za-z]$', message: '第一位只能是字母' },
  { digits: '*', pattern: '^[0-9A-Za-z_]*$', message: '只能填写数字、大小写字母、下划线' },
  { digits: '*', pattern: '^.{3,12}$', message: '只能填写3到12位' },
])

/** Rules by code: checks of values that administrators write, without a change of a document. */
export const checkRules: Migration = {
  async up(trx) {
    await sql`create table sys_check_rule (
      id varchar(36) primary key, rev integer not null default 1, rule_name varchar(100) not null,
      rule_code varchar(100) not null unique, rule_json varchar(2000), rule_description varchar(200),
      sys_org_code varchar(64), create_by varchar(64), create_time timestamp(0) not null default now(),
      update_by varchar(64), update_time timestamp(0))`.execute(trx)
    await sql`insert into sys_check_rule (id, rule_name, rule_code, rule_json, rule_description, create_by)
      values ('common', '通用编码规则', 'common', ${common}, '字母开头，3到12位数字、字母、下划线', 'system')`.execute(
      trx,
    )
  },
}
