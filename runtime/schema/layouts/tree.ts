import { defineLayout } from './layout-plan.ts'

/** Rows below rows. */
export const treeLayout = defineLayout({
  name: 'tree',
  title: '树形',
  otherNames: 'treetable tree-table',
  records: 'tree',
  components: ['OnlCgformTreeList', 'OnlineAutoTreeList'],
})
