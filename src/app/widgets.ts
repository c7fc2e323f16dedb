import type { Widgets } from '#runtime/fields/widgets.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import { RatingCell } from './widgets/RatingCell.tsx'

/** The house's own widgets, by the names that documents may say. The server knows the names (`registered-names.ts`). */
export const widgets: Widgets = new Map([
  [
    'rating',
    { Control: lazyControl(async () => (await import('./widgets/Rating.tsx')).Rating), Cell: RatingCell },
  ],
  ['sms-code', { Control: lazyControl(async () => (await import('./widgets/SmsCode.tsx')).SmsCode) }],
  ['segmented', { Control: lazyControl(async () => (await import('./widgets/Segments.tsx')).Segments) }],
])
