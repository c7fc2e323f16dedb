import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { SessionUser } from './requests/user.ts'

/**
 * The callers of a route: all (only routes on the public list), all signed-in users, or holders of a code,
 * which may depend on the request. A function may throw, e.g. NOT_FOUND for an unknown screen.
 */
export type Access = 'public' | 'self' | (string & {}) | ((request: FastifyRequest) => string)

/** The routes of one area, and the services that they use. Their addresses have no prefix (`stripPrefix`). */
export type Plugin<S> = (app: FastifyInstance, services: S) => void

declare module 'fastify' {
  /** The parts of a request have the types of the schemas of its route, which also validate them. */
  interface FastifyTypeProviderDefault {
    readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  }
  interface FastifyContextConfig {
    access?: Access
    /** A list load: without the right it answers HTTP 200, code 510. Its handler only reads, on a replica where there is one. */
    listLoad?: boolean
    /** Polled by the page itself: not counted as use of the session. */
    background?: boolean
    /** Another site may not send a browser there: a GET that changes data, as in the contract, or a public form. */
    changes?: boolean
    /** A POST that only reads, because its question does not fit into an address: no operation of a user. */
    reads?: boolean
    /** Answered for the key of a program too, as the routes of records are. */
    forKeys?: boolean
    /** Answered for the viewer also within a view of another user. */
    forViewer?: boolean
  }
  interface FastifyRequest {
    /** Set on every route that is not public. */
    user: SessionUser
    /** The user of the session, where the request views the screens of another `user`; else null. */
    viewer: SessionUser | null
    /** The sha256 of the token in use. */
    session: string
    /** The name of the key by which a program sent the request; else null. */
    keyName: string | null
  }
}

/** Each address of the API is also there under this prefix, which the app uses. */
export const apiPrefix = '/jeecg-boot'

/** A path, or an address with its query, without the prefix of the API. */
export const stripPrefix = (address: string): string => {
  const rest = address.startsWith(apiPrefix) ? address.slice(apiPrefix.length) : null
  if (rest === null || !/^(?:[/?#]|$)/.test(rest)) return address
  return rest.startsWith('/') ? rest : `/${rest}`
}
