import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { SignInTables } from './sign-in-tables.ts'

/** A `jsonb` column: it is written as JSON text and read as its value. */
type Json<T> = ColumnType<T, string | null, string | null>

/** Author and time of a row's creation and last change; times are texts in China's time, `YYYY-MM-DD HH:MM:SS`. */
interface Stamps {
  create_by: string | null
  create_time: Generated<string>
  update_by: string | null
  update_time: string | null
}

/** Columns of tables that have a document besides their migration. */
interface DocumentStamps extends Stamps {
  rev: Generated<number>
  sys_org_code: string | null
}

interface UserTable extends DocumentStamps {
  id: string
  username: string
  realname: string
  password: Generated<string>
  must_change: Generated<boolean>
  /** Set by a sign-in, cleared by a trigger at the change of the password. */
  password_expired: Generated<boolean>
  password_time: Generated<string>
  avatar: string | null
  birthday: string | null
  sex: number | null
  email: string | null
  backup_email: string | null
  phone: string | null
  telephone: string | null
  work_no: string | null
  post: string | null
  org_code: string | null
  status: Generated<number>
  del_flag: Generated<number>
  user_identity: Generated<number>
  depart_ids: string | null
  /** Written by triggers from `sys_user_role` and `sys_user_depart`. */
  selectedroles: string | null
  selecteddeparts: string | null
  /** The numbers of tenants, joined by commas. */
  rel_tenant_ids: string | null
  bio: string | null
  notify: Json<unknown>
  /** The user has seen the tour of the shell. */
  toured: Generated<boolean>
}

interface DepartTable extends DocumentStamps {
  id: string
  parent_id: Generated<string>
  depart_name: string
  depart_order: number
  org_category: Generated<string>
  org_type: string
  org_code: string
  status: Generated<string>
  del_flag: Generated<number>
}

interface UserDepartTable {
  user_id: string
  dep_id: string
}

interface RoleTable extends DocumentStamps {
  id: string
  role_code: string
  role_name: string
  description: string | null
}

interface UserRoleTable {
  user_id: string
  role_id: string
}

interface PermissionTable extends DocumentStamps {
  id: string
  parent_id: Generated<string>
  name: string
  url: string | null
  component: string | null
  component_name: string | null
  redirect: string | null
  menu_type: number
  perms: string | null
  perms_type: string | null
  sort_no: Generated<string>
  icon: string | null
  route: Generated<string>
  leaf: Generated<boolean>
  keep_alive: Generated<string>
  hidden: Generated<string>
  hide_tab: Generated<boolean>
  always_show: Generated<string>
  internal_or_external: Generated<string>
  description: string | null
  rule_flag: Generated<number>
  status: Generated<string>
  del_flag: Generated<number>
  origin: Generated<string>
  /** The values that the document of the entry declares, by column. */
  declared: Json<unknown>
  /** The columns that an administrator changed, joined by commas. */
  changed: string | null
}

interface RolePermissionTable {
  role_id: string
  permission_id: string
}

interface PositionTable extends DocumentStamps {
  id: string
  code: string
  name: string
  post_rank: string | null
  company_id: string | null
}

interface CheckRuleTable extends DocumentStamps {
  id: string
  rule_name: string
  rule_code: string
  rule_json: string | null
  rule_description: string | null
}

interface DictTable extends Stamps {
  id: string
  dict_code: string
  dict_name: string
  description: string | null
  type: Generated<number>
  del_flag: Generated<number>
}

interface DictItemTable extends Stamps {
  id: string
  dict_id: string
  item_text: string
  item_value: string
  description: string | null
  sort_order: Generated<number>
  status: Generated<number>
}

interface CategoryTable extends Stamps {
  id: string
  pid: Generated<string>
  name: string
  code: string
  has_child: Generated<string>
  sort_no: Generated<number>
  sys_org_code: string | null
}

interface FileTable extends Stamps {
  id: Generated<string>
  path: string
  original_name: string
  size: number
  type: string
  thumbnail: string | null
}

interface LogTable {
  id: string
  log_type: number
  log_content: string
  username: string | null
  ip: string | null
  route: string | null
  cost_time: number | null
  create_time: Generated<string>
  ok: Generated<boolean>
}

interface NumberTable {
  scope: string
  n: number
}

interface IdempotencyTable {
  user_id: string
  key: string
  body_hash: string
  status: number | null
  response: Json<unknown>
  create_time: Generated<string>
}

interface StoredDocumentTable {
  id: string
  rev: number
  body: Json<unknown>
  problems: Json<unknown>
  update_time: Generated<string>
}

interface SettingTable {
  name: string
  value: ColumnType<unknown, string, string>
  update_by: string
  update_time: Generated<string>
}

interface OutboxTable {
  seq: GeneratedAlways<number>
  id: Generated<string>
  subject: string | null
  state: Generated<string>
  attempts: Generated<number>
  next_try: string | null
  sent_time: string | null
  error: string | null
  address: string
  kind: string
  body: string
  has_code: Generated<boolean>
  html: string | null
  user_id: string | null
  once_key: string | null
  time: Generated<string>
}

interface ImportTable {
  id: string
  screen: string
  user_id: string
  file_name: string
  create_time: Generated<string>
}

interface ExportTable {
  id: string
  screen: string
  user_id: string
  file_name: string
  rights: string
  create_time: Generated<string>
}

interface TableChangeTable {
  relid: number
  slot: GeneratedAlways<number>
  n: number
}

/** An instance of the server that uses the database. */
interface InstanceTable {
  id: string
  server: string
  /** Names of migrations. */
  contracts: ColumnType<unknown, string, string>
  start_time: Generated<string>
  beat: Generated<string>
}

/**
 * The tables of the migrations, as the parsers of `pool.ts` return their columns: dates and times are texts, `bigint` is
 * a number. A change of a migration's table changes its interface here.
 */
export interface SystemTables extends SignInTables {
  sys_user: UserTable
  sys_depart: DepartTable
  sys_user_depart: UserDepartTable
  sys_role: RoleTable
  sys_user_role: UserRoleTable
  sys_permission: PermissionTable
  sys_role_permission: RolePermissionTable
  sys_position: PositionTable
  sys_check_rule: CheckRuleTable
  sys_dict: DictTable
  sys_dict_item: DictItemTable
  sys_category: CategoryTable
  sys_file: FileTable
  sys_log: LogTable
  sys_number: NumberTable
  sys_idempotency: IdempotencyTable
  sys_document: StoredDocumentTable
  sys_setting: SettingTable
  sys_outbox: OutboxTable
  sys_table_change: TableChangeTable
  sys_import: ImportTable
  sys_export: ExportTable
  sys_instance: InstanceTable
}
