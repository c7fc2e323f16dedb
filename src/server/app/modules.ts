import { absentModule } from '../modules/absent/module.ts'
import { accountModule } from '../modules/account/module.ts'
import { announcementModule } from '../modules/announcement/module.ts'
import { apiKeyModule } from '../modules/api-key/module.ts'
import { arrangementModule } from '../modules/arrangement/module.ts'
import { auditModule } from '../modules/audit/module.ts'
import { billModule } from '../modules/bill/module.ts'
import { categoryModule } from '../modules/category/module.ts'
import { cgformModule } from '../modules/cgform/module.ts'
import { checkModule } from '../modules/check/module.ts'
import { commentModule } from '../modules/comment/module.ts'
import { dataLogModule } from '../modules/data-log/module.ts'
import { dataRuleModule } from '../modules/data-rule/module.ts'
import { dataSourceModule } from '../modules/data-source/module.ts'
import type { Module } from '../modules/define-module.ts'
import { demoModule } from '../modules/demo/module.ts'
import { departModule } from '../modules/depart/module.ts'
import { departRoleModule } from '../modules/depart-role/module.ts'
import { designModule } from '../modules/design/module.ts'
import { dictModule } from '../modules/dict/module.ts'
import { docsModule } from '../modules/docs/module.ts'
import { exportModule } from '../modules/export/module.ts'
import { failureModule } from '../modules/failure/module.ts'
import { fileModule } from '../modules/file/module.ts'
import { fillRuleModule } from '../modules/fill-rule/module.ts'
import { gatewayModule } from '../modules/gateway/module.ts'
import { importModule } from '../modules/import/module.ts'
import { ledgerModule } from '../modules/ledger/module.ts'
import { loanModule } from '../modules/loan/module.ts'
import { maintenanceModule } from '../modules/maintenance/module.ts'
import { messageModule } from '../modules/message/module.ts'
import { mockModule } from '../modules/mock/module.ts'
import { monitorModule } from '../modules/monitor/module.ts'
import { onlineModule } from '../modules/online/module.ts'
import { ossModule } from '../modules/oss/module.ts'
import { outboxModule } from '../modules/outbox/module.ts'
import { permissionModule } from '../modules/permission/module.ts'
import { positionModule } from '../modules/position/module.ts'
import { publicFormModule } from '../modules/public-form/module.ts'
import { quartzModule } from '../modules/quartz/module.ts'
import { reportMailModule } from '../modules/report-mail/module.ts'
import { roleModule } from '../modules/role/module.ts'
import { rollupModule } from '../modules/rollup/module.ts'
import { savedQueryModule } from '../modules/saved-query/module.ts'
import { screenDocsModule } from '../modules/screen-docs/module.ts'
import { searchModule } from '../modules/search/module.ts'
import { sessionModule } from '../modules/session/module.ts'
import { settingModule } from '../modules/setting/module.ts'
import { stockModule } from '../modules/stock/module.ts'
import { tenantModule } from '../modules/tenant/module.ts'
import { thenModule } from '../modules/then/module.ts'
import { undoModule } from '../modules/undo/module.ts'
import { userModule } from '../modules/user/module.ts'
import { viewAsModule } from '../modules/view-as/module.ts'
import { webhookModule } from '../modules/webhook/module.ts'
import { workflowModule } from '../modules/workflow/module.ts'
import type { Services } from './services.ts'

/** The installed modules: a new module is one line here. Seeds run in this order. */
export const modules = [
  sessionModule,
  accountModule,
  settingModule,
  outboxModule,
  permissionModule,
  fileModule,
  ossModule,
  failureModule,
  absentModule,
  mockModule,
  maintenanceModule,
  monitorModule,
  docsModule,
  screenDocsModule,
  designModule,
  cgformModule,
  ledgerModule,
  stockModule,
  loanModule,
  billModule,
  userModule,
  viewAsModule,
  roleModule,
  dataRuleModule,
  departModule,
  departRoleModule,
  onlineModule,
  positionModule,
  dictModule,
  categoryModule,
  tenantModule,
  checkModule,
  fillRuleModule,
  auditModule,
  apiKeyModule,
  dataLogModule,
  dataSourceModule,
  gatewayModule,
  announcementModule,
  messageModule,
  commentModule,
  savedQueryModule,
  arrangementModule,
  searchModule,
  importModule,
  undoModule,
  thenModule,
  quartzModule,
  reportMailModule,
  webhookModule,
  workflowModule,
  publicFormModule,
  exportModule,
  demoModule,
  rollupModule,
] as const satisfies readonly Module<Services>[]
