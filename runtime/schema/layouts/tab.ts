import { defineLayout } from './layout-plan.ts'

/** Records open as pages of tabs. */
export const tabLayout = defineLayout({
  name: 'tab',
  title: '页签',
  otherNames: 'tabs',
  records: 'rows',
  needsDetails: true,
  hasFormTabs: true,
  components: ['OnlCgformTabList'],
  isOnlineTheme: true,
})
