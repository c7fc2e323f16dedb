import type { Static, TObject } from 'typebox'
import type { Move } from '#runtime/schema/types.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { OtherRecords } from '../read/versions.ts'
import type { NamedRegistry } from '../registry.ts'
import type { Stamp } from '../write.ts'

/** A value in a record: every property may be null, and numbers may be texts of digits. */
export type Stored<T> = T extends readonly (infer Row)[]
  ? Stored<Row>[]
  : T extends number
    ? number | string
    : T extends object
      ? { readonly [Key in keyof T]: Stored<T[Key]> | null }
      : T

/** The fields that every record has. */
interface AuditValues {
  readonly id: string
  readonly sysOrgCode: string | null
}

export interface EffectContext<Fields extends object = object> extends OtherRecords {
  trx: Trx
  /** The records as they were locked, details inline. */
  records: readonly (Stored<Fields> & AuditValues)[]
  user: SessionUser
  move: Move
  stamp: Stamp
  /** Sends a message to every instance at the commit. */
  notify(channel: string, payload: string): Promise<void>
}

/** The changes of a move beyond its own record, in the same transaction; a thrown error refuses the move. */
export interface Effect {
  name: string
  /** What it does, for designers who choose it from a list. */
  description: string
  /** The fields of the record that `run` reads: a document without them must not name the effect. */
  reads: TObject
  /** The effect that takes its changes back: without one, a move with it cannot be undone. */
  inverse?: string
  run(context: EffectContext): Promise<void>
}

/** Declares an effect; the records of its context have the fields that `reads` names. */
export const defineEffect = <T extends TObject>(effect: {
  name: string
  description: string
  reads: T
  inverse?: string
  run(context: EffectContext<Static<T>>): Promise<void>
}): Effect => ({ ...effect, run: (context) => effect.run(context as EffectContext<Static<T>>) })

/** The effects that documents may name in `flow.moves[].effect`. */
export type Effects = NamedRegistry<Effect>
