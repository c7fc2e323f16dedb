import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { FileStore } from './files/contract.ts'
import type { Excess } from './http/limits/beyond.ts'
import type { SessionUser } from './http/requests/user.ts'
import type { Secrets } from './secrets.ts'
import type { Database } from './store/database.ts'

/** The services that every part of the server may use. */
export interface PlatformServices {
  config: Config
  log: Logger
  db: Database
  secrets: Secrets
  /** The uploaded files. */
  files: FileStore
}

export interface FoundSession {
  user: SessionUser
  /** The sha256 of the token: names the session without being able to open it. */
  session: string
}

/** The sessions that ended: one session, or all sessions of a user, possibly except one. */
export interface EndedSessions {
  session?: string
  userId?: string
  except?: string
  /** Why the sessions ended, for the pages that lost them. */
  reason?: 'frozen'
}

/** Finds the user of a token. The session module implements it. */
export interface Authenticator {
  /**
   * Null: the token is unknown, expired or ended, or its user may no longer sign in. `isUse` is false for requests that
   * a page sends by itself: they do not extend the session.
   */
  find(token: string, isUse?: boolean): Promise<FoundSession | null>
  /** The user whom the session views; null: it has no such view, or the user may not sign in. */
  viewed(session: string, view: string): Promise<SessionUser | null>
  /** What the second user may see or do and the first one may not; null: nothing. */
  excess(viewer: SessionUser, viewed: SessionUser): Excess | null
  /** Whether this instance has seen the token open a session. `find` still decides whether it does now. */
  isKnown(token: string): boolean
  /** Which of the sessions have ended, by their time too. */
  findEnded(sessions: ReadonlySet<string>): Promise<string[]>
  /**
   * The listener is called on every instance, e.g. to close the sockets of the sessions. It is not called for the end by
   * time, and not while the connection for messages is down.
   */
  onEnd(listener: (ended: EndedSessions) => void): void
}

export interface FoundKey {
  id: string
  /** As its owner named it. */
  name: string
  /** The owner, with no more than the key may do. */
  user: SessionUser
}

/** Finds the key of a program. The module of keys implements it. */
export interface KeyAuthenticator {
  /** Null: the secret is unknown, the key has expired or was revoked, or its owner may no longer sign in. */
  find(secret: string, ip: string): Promise<FoundKey | null>
}

/** Describes a refused permission to the user. The permission module implements it. */
export interface RefusalExplainer {
  /** The action in words, the permission code, and the role to contact. */
  explain(code: string): Promise<{ action: string; code: string; ask: string }>
}

/** The services that the HTTP server itself uses. */
export interface HttpServices extends PlatformServices {
  sessions: Authenticator
  permissions: RefusalExplainer
  /** Absent: no keys are accepted. */
  apiKeys?: KeyAuthenticator
}
