/**
 * Tables and views of the application that no document describes: grants, secrets, sessions and what the server keeps
 * for itself. A document over one of them would read and change it past its rules.
 */
const applicationTables: ReadonlySet<string> = new Set(
  `sys_administrator sys_alarm sys_api_secret sys_audit_start sys_captcha sys_comment sys_comment_file sys_controlled_column sys_counter sys_data_source_secret sys_depart_grant
sys_depart_permission sys_depart_role_permission sys_depart_role_user sys_design_document sys_design_draft sys_design_review sys_design_review_comment sys_design_revision sys_design_rows sys_design_sample
sys_document sys_export sys_hook_secret sys_idempotency sys_import sys_import_row sys_instance sys_ledger sys_ledger_month sys_login_failure sys_migration sys_migration_lock sys_number
sys_one_time sys_outbox_file sys_panel_arrangement sys_password_history sys_permission_data_rule sys_public_receipt sys_quartz_plan sys_recovery_code sys_role_data_rule sys_role_permission sys_role_proposal sys_rollup
sys_saved_query sys_saved_query_default sys_saved_query_order sys_second_factor sys_session_view sys_setting sys_sign_in_place sys_sms_code
sys_table_change sys_then sys_then_date sys_third_account sys_undo sys_user_depart sys_user_role sys_webhook sys_workflow_log sys_workflow_off sys_workflow_phrase sys_workflow_version`.split(
    /\s/,
  ),
)

/** Why a document cannot have a table of this name; undefined if it can. */
export function tableNameFault(name: string): string | undefined {
  if (name.startsWith('pg_')) return '以 pg_ 开头的表是数据库自己的，请换一个名字'
  return applicationTables.has(name) ? `表「${name}」是系统自己的，请换一个名字` : undefined
}
