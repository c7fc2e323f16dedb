import type { AuditEntry } from '#server/modules/audit/log.ts'

/** A line of the operation log with this content. */
export const operation = (log_content: string, after_values: string | null = null): AuditEntry => ({
  log_content,
  operate_type: 2,
  userid: 'admin',
  username: 'admin',
  tenant: null,
  ip: '127.0.0.1',
  method: '/resource/:group/:name/add',
  request_url: '/jeecg-boot/resource/demo/key',
  request_type: 'POST',
  request_param: null,
  target: null,
  before_values: null,
  after_values,
  cost_time: 4,
  ok: 1,
})
