import type { Move } from '#runtime/schema/types.ts'
import type { SessionUser } from '../platform/http/user.ts'
import type { Trx } from '../platform/store/database.ts'
import type { Stamp } from './write.ts'

export interface EffectContext {
  trx: Trx
  /** The locked records with inline details. */
  records: readonly Record<string, unknown>[]
  user: SessionUser
  move: Move
  stamp: Stamp
}

/** Additional work of a move in the same transaction; throwing refuses the move. */
export type Effect = (context: EffectContext) => Promise<void>

/** The effects that documents may name (`flow.moves[].effect`); registering a name twice stops the boot. */
export class Effects {
  readonly #known = new Map<string, Effect>()

  register(name: string, effect: Effect): void {
    if (this.#known.has(name)) throw new Error(`effect ${name} is registered twice`)
    this.#known.set(name, effect)
  }

  get(name: string): Effect {
    const effect = this.#known.get(name)
    if (!effect) throw new Error(`effect ${name} is not registered`)
    return effect
  }
}
