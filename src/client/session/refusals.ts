import type { AppError } from '#runtime/kernel/errors.ts'

/**
 * The shell's reaction to an answer: show its text; end the session and leave;
 * or request a new sign-in. The caller shows every other refusal itself.
 */
export interface Refusal {
  kind: 'notice' | 'unauthorized' | 'expired'
  error: AppError
}

const listeners = new Set<(refusal: Refusal) => void>()

export function emitRefusal(refusal: Refusal): void {
  for (const listener of [...listeners]) listener(refusal)
}

export function onRefusal(listener: (refusal: Refusal) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
