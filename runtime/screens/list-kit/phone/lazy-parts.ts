import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The parts of a list that only narrow windows draw. */
export const PhoneTop = lazyPart(async () => (await import('./PhoneTop.tsx')).PhoneTop)
export const Entries = lazyPart(async () => (await import('./Entries.tsx')).Entries)
export const GroupedEntries = lazyPart(async () => (await import('./GroupedEntries.tsx')).GroupedEntries)
