import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The form of a record, in a chunk of its own. */
export const FormHost = lazyPart(async () => (await import('../../form/FormHost.tsx')).FormHost)
