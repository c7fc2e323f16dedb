import type { DocumentRegistry } from '../documents/library/registry.ts'
import type { Authenticator, PlatformServices } from '../platform/services.ts'
import type { CreateHandlerEnv, DictionaryTexts, DictionaryWords } from './dictionary-services.ts'
import type { Effects } from './effects/effects.ts'
import type { RecordHooks } from './effects/hooks.ts'
import type { RecordEvents } from './events.ts'
import type { Totals } from './query/totals.ts'
import type { RecordVersions } from './read/versions.ts'
import type { Consequences } from './record-transaction.ts'

/** The services that reading records uses. */
export interface ReadServices extends Pick<PlatformServices, 'db'> {
  documents: DocumentRegistry
  dictionaries: DictionaryTexts & Pick<DictionaryWords, 'items'>
  handlers: CreateHandlerEnv
  totals: Totals
}

/** The services that saving, removing and moving records uses. */
export interface RecordServices extends ReadServices, Pick<PlatformServices, 'log'> {
  effects: Effects
  hooks: RecordHooks
  consequences: Consequences
  sessions: Pick<Authenticator, 'excess'>
  events: RecordEvents
  versions: RecordVersions
}
