import { defineLayout } from './layout-plan.ts'

/** Records as cards beside each other, with a picture where they have one. */
export const cardLayout = defineLayout({
  name: 'card',
  title: '卡片',
  otherNames: 'cards tiles masonry 画廊',
  records: 'drawing',
  pageSize: 12,
})
