import { defineLayout } from './layout-plan.ts'

/** Records above, and below what belongs to the selected one. */
export const erpLayout = defineLayout({
  name: 'erp',
  title: '主表在上、明细在下',
  otherNames: 'master-detail masterdetail',
  records: 'rows',
  pageSize: 5,
  needsDetails: true,
  showsParts: true,
  components: ['OnlCgformErpList'],
  isOnlineTheme: true,
})
