import type { ReviewState } from '../api.ts'

export const reviewStates: Readonly<Record<ReviewState, { text: string; color: string }>> = {
  open: { text: '待审核', color: 'blue' },
  approved: { text: '已同意', color: 'green' },
  returned: { text: '已退回', color: 'orange' },
}
