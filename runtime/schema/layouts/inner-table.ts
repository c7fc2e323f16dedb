import { defineLayout } from './layout-plan.ts'

/** Detail tables open below their rows. */
export const innerTableLayout = defineLayout({
  name: 'innerTable',
  title: '内嵌子表',
  otherNames: 'expand nested inner sub',
  records: 'rows',
  needsDetails: true,
  loadsWholeDetails: true,
  components: ['OnlCgformInnerTableList'],
  isOnlineTheme: true,
})
