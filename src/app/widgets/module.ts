import { defineClientModule } from '#client/modules/client-module.ts'
import { addressHandlers } from '#runtime/rules/addresses.ts'
import { numberHandlers } from '#runtime/rules/numbers.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import { RatingCell } from './RatingCell.tsx'

const loadSmall = () => import('./small-controls.ts')

/** Controls and checks that fields of any document may name. */
export const widgetsModule = defineClientModule({
  widgets: {
    'check-steps': { Control: lazyControl(async () => (await import('./CheckSteps.tsx')).CheckSteps) },
    'message-text': {
      Control: lazyControl(async () => (await import('./MessageText.tsx')).MessageText),
    },
    rating: { Control: lazyControl(async () => (await import('./Rating.tsx')).Rating), Cell: RatingCell },
    screens: { Control: lazyControl(async () => (await import('./ScreenPicker.tsx')).ScreenPicker) },
    'sms-code': { Control: lazyControl(async () => (await loadSmall()).SmsCode) },
    'send-test': { Control: lazyControl(async () => (await loadSmall()).SendTest) },
    'connection-test': {
      Control: lazyControl(async () => (await loadSmall()).ConnectionTest),
    },
    segmented: { Control: lazyControl(async () => (await import('./Segments.tsx')).Segments) },
  },
  handlers: [...numberHandlers, ...addressHandlers],
})
