import { matchesSearch } from '#runtime/kernel/text/pinyin.ts'

/** Filters a select while typing: entries whose text or pinyin initials contain the typed text. */
export const filterOption = (typed: string, option?: { label?: unknown }): boolean =>
  matchesSearch(String(option?.label ?? ''), typed)
