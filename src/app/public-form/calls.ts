import { readStored, writeStored } from '#client/session/storage.ts'
import type {
  PublicFormView,
  PublicReceipt,
  PublicState,
  PublicSubmission,
} from '#runtime/schema/kinds/screen/public/view.ts'

/** Loaded when it is first needed: axios is not part of the first paint. */
const load = async () => (await import('#client/session/http.ts')).http

export const loadForm = async (id: string): Promise<PublicFormView> =>
  (await load()).get<PublicFormView>(`/sys/publicForm/${id}`)

export const sendForm = async (id: string, submission: PublicSubmission): Promise<PublicReceipt> =>
  (await (await load()).send<PublicReceipt>('POST', `/sys/publicForm/${id}`, submission)).result

export const loadState = async (secret: string): Promise<PublicState> =>
  (await (await load()).send<PublicState>('POST', '/sys/publicForm/state', { secret })).result

/** What this window keeps of a form until it is closed: the texts, the visit that sends them, and the receipt. */
export interface FormMemory {
  texts?: Readonly<Record<string, string>>
  /** Sent again after a failure, so that a submission that has arrived stays one. */
  visit?: string
  receipt?: PublicReceipt
}

const memoryKey = (id: string): string => `public-form ${id}`

export function readMemory(id: string): FormMemory {
  const memory = readStored(memoryKey(id))
  return typeof memory === 'object' && memory !== null ? (memory as FormMemory) : {}
}

/** A full or forbidden storage keeps nothing: the form works without it. */
export function remember(id: string, memory: FormMemory): void {
  try {
    writeStored(memoryKey(id), memory, 'browser')
  } catch {}
}
