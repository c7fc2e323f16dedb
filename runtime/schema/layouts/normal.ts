import { defineLayout } from './layout-plan.ts'

/** The rows of a table. */
export const normalLayout = defineLayout({
  name: 'normal',
  title: '普通列表',
  otherNames: 'list table default grid',
  records: 'rows',
  hasExpand: true,
})
