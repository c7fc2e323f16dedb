import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../app/services.ts'
import type { SessionUser } from './user.ts'

/**
 * Who may call a route: anyone (only routes on the public list), anyone signed in, or holders of a code,
 * which may depend on the request. A function may throw, e.g. NOT_FOUND for an unknown screen.
 */
export type Access = 'public' | 'self' | (string & {}) | ((request: FastifyRequest) => string)

/** Routes of one area. Registered under /jeecg-boot and, the same again, without a prefix. */
export type Plugin<S = Services> = (app: FastifyInstance, services: S) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** A list load: without the right it answers HTTP 200, code 510. */
    listLoad?: boolean
    /** Asked by the page itself, again and again: no use of the session. */
    background?: boolean
    /** A GET that changes something, as the contract has a few: no other site may send a browser there. */
    changes?: boolean
  }
  interface FastifyRequest {
    /** Set on every route that is not public. */
    user: SessionUser
    /** The sha256 of the token in use. */
    session: string
  }
}

export const prefixes = ['/jeecg-boot', ''] as const

/** A path without the prefix it may have been called under. */
export const barePath = (path: string): string =>
  path === '/jeecg-boot' || path.startsWith('/jeecg-boot/') ? path.slice('/jeecg-boot'.length) : path
