import type { Widgets } from '#runtime/contract/widgets.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import { MenuIconCell } from '#views/permission/MenuIconCell.tsx'
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
  [
    'menu-parent',
    { Control: lazyControl(async () => (await import('#views/permission/MenuParent.tsx')).MenuParent) },
  ],
  [
    'menu-component',
    { Control: lazyControl(async () => (await import('#views/permission/MenuComponent.tsx')).MenuComponent) },
  ],
  [
    'menu-icon',
    {
      Control: lazyControl(async () => (await import('#views/permission/MenuIcon.tsx')).MenuIcon),
      Cell: MenuIconCell,
    },
  ],
  [
    'menu-code',
    { Control: lazyControl(async () => (await import('#views/permission/MenuCode.tsx')).MenuCode) },
  ],
  [
    'rule-column',
    { Control: lazyControl(async () => (await import('#views/permission/RuleColumn.tsx')).RuleColumn) },
  ],
  [
    'rule-sentence',
    { Control: lazyControl(async () => (await import('#views/permission/RuleSentence.tsx')).RuleSentence) },
  ],
  ['send-test', { Control: lazyControl(async () => (await import('./widgets/SendTest.tsx')).SendTest) }],
  [
    'connection-test',
    { Control: lazyControl(async () => (await import('./widgets/ConnectionTest.tsx')).ConnectionTest) },
  ],
  ['segmented', { Control: lazyControl(async () => (await import('./widgets/Segments.tsx')).Segments) }],
])
