import { defineModule } from '../define-module.ts'
import { billLog } from './effects.ts'

/** The log of bill approvals. */
export const billModule = defineModule<unknown>({
  name: 'bill',
  effects: [billLog],
})
