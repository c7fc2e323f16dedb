import { type AppError, appError } from '#runtime/kernel/errors.ts'
import type { QueueLimits, QueueRefusal } from './fair-queue.ts'

/** Permits for the app's connections. A key never has all of them, so that every other key finds one. */
export const APP_PERMITS: QueueLimits = {
  maxRunning: 20,
  maxRunningPerKey: 6,
  maxPending: 1000,
  maxPendingPerKey: 200,
  maxWait: 10_000,
}

/** Permits for writing transactions: fewer than connections, in total and per key, so that reads find one. */
export const WRITE_PERMITS: QueueLimits = {
  maxRunning: 12,
  maxRunningPerKey: 4,
  maxPending: 500,
  maxPendingPerKey: 100,
  maxWait: 10_000,
}

/** Permits for the report login's connections, where a statement may be slow. */
export const REPORT_PERMITS: QueueLimits = {
  maxRunning: 4,
  maxRunningPerKey: 2,
  maxPending: 300,
  maxPendingPerKey: 40,
  maxWait: 30_000,
}

/** Permits for the single connection that changes tables. */
export const OWNER_PERMITS: QueueLimits = {
  maxRunning: 1,
  maxRunningPerKey: 1,
  maxPending: 100,
  maxPendingPerKey: 100,
  maxWait: 60_000,
}

const refusals: Record<QueueRefusal, () => AppError> = {
  own: () => appError('REQUESTER_BUSY'),
  all: () => appError('BUSY'),
  gone: () => appError('CLIENT_GONE'),
}

export const permitRefusal = (reason: QueueRefusal): AppError => refusals[reason]()
