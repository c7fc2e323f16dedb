import { dropStored, readStored, writeStored } from './storage.ts'

/** A view of another user's screens (以他人身份查看). It belongs to this window and ends with the session. */
export interface View {
  id: string
  username: string
  realname: string
  /** The user of the session. */
  viewer: { username: string; realname: string }
}

const key = 'VIEW_AS'

const isView = (raw: unknown): raw is View =>
  typeof raw === 'object' &&
  raw !== null &&
  'id' in raw &&
  typeof raw.id === 'string' &&
  raw.id !== '' &&
  'viewer' in raw

function read(): View | null {
  const stored = readStored(key)
  return isView(stored) ? stored : null
}

/** The view of this page; a view begins and ends with a new load of the page. */
export const currentView: View | null = typeof window === 'undefined' ? null : read()

export const keepView = (view: View): void => writeStored(key, view, 'browser')
export const forgetView = (): void => dropStored(key)
