import { defineClientModule } from '#client/modules/client-module.ts'
import { addressHandlers } from '#runtime/rules/addresses.ts'
import { numberHandlers } from '#runtime/rules/numbers.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import { RatingCell } from './RatingCell.tsx'

/** Controls and checks that fields of any document may name. */
export const widgetsModule = defineClientModule({
  widgets: {
    'check-steps': { Control: lazyControl(async () => (await import('./CheckSteps.tsx')).CheckSteps) },
    rating: { Control: lazyControl(async () => (await import('./Rating.tsx')).Rating), Cell: RatingCell },
    screens: { Control: lazyControl(async () => (await import('./ScreenPicker.tsx')).ScreenPicker) },
    'sms-code': { Control: lazyControl(async () => (await import('./SmsCode.tsx')).SmsCode) },
    'send-test': { Control: lazyControl(async () => (await import('./SendTest.tsx')).SendTest) },
    'connection-test': {
      Control: lazyControl(async () => (await import('./ConnectionTest.tsx')).ConnectionTest),
    },
    segmented: { Control: lazyControl(async () => (await import('./Segments.tsx')).Segments) },
  },
  handlers: [...numberHandlers, ...addressHandlers],
})
