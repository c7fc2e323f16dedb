import type { Sender } from '../../platform/sender.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Settings } from '../setting/interface.ts'
import type { Sessions } from './sessions/sessions.ts'

/** The services that signing in and accounts use. */
export interface SessionServices extends PlatformServices {
  sessions: Sessions
  sender: Sender
  /** Puts a message into a user's inbox; absent on a server without documents. */
  notifyUser?(message: { userId: string; title: string; text: string }): Promise<void>
  settings: Settings
  /** All dictionaries with a fixed list: the answer to a sign-in carries them. */
  dictionaries: { all(): Promise<unknown> }
}
