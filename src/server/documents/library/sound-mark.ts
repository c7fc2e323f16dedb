import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The hash of all sources; defined in a built server only. */
declare const __BUILD__: string | undefined

/** Remembers after the end of a process what the last check without problems has read. */
export interface SoundMark {
  /** Whether this is the mark of that check, by the same program. */
  isOf(mark: string): boolean
  put(mark: string): void
}

const FILE = 'sound-documents'

/** The mark in the data folder. A program that is not built may change while its files have the same names, and has none. */
export function openSoundMark(
  dataDir: string,
  build = typeof __BUILD__ === 'undefined' ? null : __BUILD__,
): SoundMark | null {
  if (build === null) return null
  const file = join(dataDir, FILE)
  const format = (mark: string): string => `${build} ${mark}\n`
  const isMarked = (mark: string): boolean => {
    try {
      return readFileSync(file, 'utf8') === format(mark)
    } catch {
      return false
    }
  }
  return {
    isOf: isMarked,
    put(mark) {
      if (isMarked(mark)) return
      try {
        writeFileSync(file, format(mark), { mode: 0o600 })
      } catch {
        // A mark that is missing, or half written, costs the next start a check.
      }
    },
  }
}
