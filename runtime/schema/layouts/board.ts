import { defineLayout } from './layout-plan.ts'

/** Records as cards in columns, one for each value of a field; a page is the cards of a column. */
export const boardLayout = defineLayout({
  name: 'board',
  title: '分栏',
  otherNames: 'kanban lanes 看板 分栏',
  records: 'drawing',
  pageSize: 20,
})
