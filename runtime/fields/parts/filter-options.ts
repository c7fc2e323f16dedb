import { isMeant } from '../../kernel/pinyin.ts'

/** What a select shows while somebody types: entries whose text or pinyin initials hold it. */
export const filterOption = (typed: string, option?: { label?: unknown }): boolean =>
  isMeant(String(option?.label ?? ''), typed)
