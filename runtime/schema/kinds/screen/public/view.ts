import type { PublicControl } from './control.ts'

/** What people without an account see of a public form: `GET /sys/publicForm/:group/:name`. */
export interface PublicFormView {
  title: string
  intro?: string
  /** `waiting`: not open yet; `full`: no more today. Only an `open` form has fields and a visit. */
  state: 'open' | 'waiting' | 'closed' | 'full'
  /** Days, `YYYY-MM-DD`, of which the second is the last one. */
  opens?: string
  closes?: string
  fields: PublicField[]
  /** Sent back with the values; names this visit and contains its secret. */
  visit?: string
}

export interface PublicField {
  key: string
  title: string
  control: PublicControl
  isRequired: boolean
  help?: string
  placeholder?: string
  /** Letters. */
  maxLength?: number
  choices?: { value: string | number; text: string }[]
  /** The default value. */
  value?: unknown
  /** Expressions over the fields of the form. */
  showIf?: string
  requireIf?: string
}

export type PublicValue = string | number | boolean | null

/** `POST /sys/publicForm/:group/:name`. */
export interface PublicSubmission {
  visit: string
  /** The ticket of the bot check. */
  ticket: string
  /** A field that people do not see: whatever fills it is a program. */
  website?: string
  values: Record<string, PublicValue>
}

export interface PublicReceipt {
  number: string
  done?: string
  /** Opens the state page, once, for those who have it; absent: the form has none. */
  secret?: string
  /** The last day of the link, `YYYY-MM-DD`. */
  expires?: string
}

/** What the secret shows of its submission: `POST /sys/publicForm/state`. */
export interface PublicState {
  title: string
  number: string
  /** `YYYY-MM-DD HH:mm:ss` */
  submitted: string
  expires: string
  fields: { title: string; text: string }[]
}
