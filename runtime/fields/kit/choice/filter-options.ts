import { matchesSearch } from '#runtime/kernel/pinyin.ts'

/** What a select shows while somebody types: entries whose text or pinyin initials hold it. */
export const filterOption = (typed: string, option?: { label?: unknown }): boolean =>
  matchesSearch(String(option?.label ?? ''), typed)
