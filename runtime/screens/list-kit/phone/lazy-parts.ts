import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The parts of a list that only narrow windows draw. */
export const PhoneTop = lazyPart(async () => {
  // A list without rows loads no entries, in whose chunk the build puts their common styles.
  const [{ PhoneTop: part }] = await Promise.all([import('./PhoneTop.tsx'), import('./Entries.tsx')])
  return part
})
export const Entries = lazyPart(async () => (await import('./Entries.tsx')).Entries)
export const GroupedEntries = lazyPart(async () => (await import('./GroupedEntries.tsx')).GroupedEntries)
