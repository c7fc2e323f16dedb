import type { Widgets } from '#runtime/fields/widgets.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import { RatingCell } from './widgets/RatingCell.tsx'

/** The widgets that the application registers, by the names documents use (`registered-names.ts` has the same names). */
export const widgets: Widgets = new Map([
  [
    'check-steps',
    { Control: lazyControl(async () => (await import('./widgets/CheckSteps.tsx')).CheckSteps) },
  ],
  [
    'rating',
    { Control: lazyControl(async () => (await import('./widgets/Rating.tsx')).Rating), Cell: RatingCell },
  ],
  ['sms-code', { Control: lazyControl(async () => (await import('./widgets/SmsCode.tsx')).SmsCode) }],
  ['segmented', { Control: lazyControl(async () => (await import('./widgets/Segments.tsx')).Segments) }],
])
